/** Takes the value of complex content apart: which elements and texts are to be written, in which order. */
import type { Fields } from './fields.js'
import { CONTENT, NIL, TYPE } from './keys.js'
import { isRecord } from './kind.js'
import type { ElementField } from './mapping.js'
import type { ComplexValues, Mappings } from './mappings.js'
import { own } from './record.js'
import { mayBeList } from './simple-text.js'
import type { Place } from './unwritable.js'
import type { WrittenValue, WrittenValues } from './value.js'

export interface Entry {
  readonly field: ElementField
  readonly value: WrittenValue
  /** In the array under the field's key. */
  readonly index: number | undefined
}

export class Entries {
  readonly #mappings: Mappings
  readonly #place: Place

  constructor(mappings: Mappings, place: Place) {
    this.#mappings = mappings
    this.#place = place
  }

  /** @throws Unwritable for a key that the type does not have */
  of(values: WrittenValues, { mapping, fields }: ComplexValues): readonly (Entry | string)[] {
    const { content } = mapping
    const ordered = content.kind === 'elements' && content.form === 'ordered'
    const inOrder = ordered ? own(values, CONTENT) : undefined
    this.#refuseUnknown(values, fields, inOrder !== undefined)
    if (inOrder !== undefined)
      return this.#inOrder(inOrder, fields, content.kind === 'elements' && content.mixed)
    const entries: Entry[] = []
    if (ordered) {
      for (const key of Object.keys(values)) this.#add(entries, fields.ofKey(key), values[key])
    } else if (content.kind === 'elements') {
      for (const field of content.fields) {
        const value = own(values, field.key)
        const none = value === undefined || (Array.isArray(value) && value.length === 0)
        // cvc-complex-type.2.4
        if (none && field.required && !this.#isOneList(field)) {
          this.#place.refuse('the schema requires it', field.key)
        }
        this.#add(entries, field, value)
      }
    }
    return entries
  }

  #add(entries: Entry[], field: ElementField | undefined, value: WrittenValue): void {
    if (!field || value === undefined) return
    if (!Array.isArray(value) || this.#isOneList(field)) {
      entries.push({ field, value, index: undefined })
      return
    }
    for (const [index, one] of value.entries()) entries.push({ field, value: one, index })
  }

  /** True if an array is the value of one element, which is of a list type. */
  #isOneList({ declaration, repeats }: ElementField): boolean {
    if (repeats || !declaration) return false
    const { type } = declaration
    const simple = type.kind === 'simple' ? type : this.#mappings.complex(type).bare()
    return simple !== undefined && mayBeList(this.#mappings.simple.of(simple))
  }

  #refuseUnknown(values: WrittenValues, fields: Fields, inOrder: boolean): void {
    for (const key of Object.keys(values)) {
      if (key.startsWith('@') || key === TYPE || key === NIL) continue
      if (inOrder ? key === CONTENT : fields.ofKey(key)) continue
      if (values[key] === undefined) continue
      this.#place.refuse(`the schema has no element ${key} here`)
    }
  }

  #inOrder(all: WrittenValue, fields: Fields, mixed: boolean): readonly (Entry | string)[] {
    if (!Array.isArray(all)) return this.#place.refuse('it is an array', CONTENT)
    return all.map((one, index) => {
      if (typeof one === 'string') {
        return mixed ? one : this.#place.refuse(`[${index}] is text, where none may stand`, CONTENT)
      }
      const [key = '', ...more] = isRecord(one) ? Object.keys(one) : []
      const field = fields.ofKey(key)
      if (!field || more.length > 0) {
        return this.#place.refuse(`[${index}] is no object with one element of the schema`, CONTENT)
      }
      return { field, value: isRecord(one) ? one[key] : undefined, index: undefined }
    })
  }
}
