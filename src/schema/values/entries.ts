/** Takes the value of complex content apart: which elements and texts are to be written, in which order. */
import type { Fields } from './fields.js'
import { CONTENT, NIL, TYPE } from './keys.js'
import { isRecord, kindOf } from './kind.js'
import type { ElementContent, ElementField } from './mapping.js'
import type { ComplexValues, Mappings } from './mappings.js'
import type { Group } from './order.js'
import { own } from './record.js'
import { mayBeList } from './simple-text.js'
import type { Location } from './unwritable.js'
import type { Value, Values } from './value.js'

export interface Entry {
  readonly field: ElementField
  readonly value: Value
  /** In the array under the field's key. */
  readonly index: number | undefined
}

export class Entries {
  readonly #mappings: Mappings
  readonly #location: Location

  constructor(mappings: Mappings, location: Location) {
    this.#mappings = mappings
    this.#location = location
  }

  /** @throws Unwritable for a key that the type does not have */
  of(values: Values, { mapping, fields }: ComplexValues): readonly (Entry | string)[] {
    const content = mapping.content.kind === 'elements' ? mapping.content : undefined
    const ordered = content?.form === 'ordered'
    const inOrder = content && content.form !== 'named' ? own(values, CONTENT) : undefined
    this.#refuseUnknown(values, fields, inOrder !== undefined, ordered)
    const entries: Entry[] = []
    if (!content) return entries
    const named = inOrder === undefined ? [] : this.#inOrder(inOrder, fields, content)
    if (ordered && inOrder !== undefined) return named
    if (!ordered) this.#refuseMissing(values, content.fields)
    // The order of an `all` group means nothing, but is kept.
    if (ordered || content.particle.term.kind === 'all') {
      for (const key of Object.keys(values)) this.#add(entries, fields.ofKey(key), values[key])
      return entries
    }
    let last: Group | undefined
    for (const field of content.fields) {
      const { group, key } = field
      if (!group) this.#add(entries, field, own(values, key))
      else if (group !== last) entries.push(...this.#ofGroup(group, values, fields, named))
      last = group
    }
    return entries
  }

  /** What is under `$content`, or, without that, under its keys. */
  #ofGroup(
    group: Group,
    values: Values,
    fields: Fields,
    named: readonly (Entry | string)[],
  ): readonly Entry[] {
    const entries: Entry[] = []
    for (const entry of named) {
      if (typeof entry !== 'string' && entry.field.group === group) entries.push(entry)
    }
    for (const key of Object.keys(values)) {
      const field = fields.ofKey(key)
      if (field?.group === group) this.#add(entries, field, values[key])
    }
    return entries
  }

  #refuseMissing(values: Values, fields: readonly ElementField[]): void {
    for (const field of fields) {
      if (!field.required || field.group) continue
      const value = own(values, field.key)
      const none = value === undefined || (Array.isArray(value) && value.length === 0)
      // cvc-complex-type.2.4
      if (none && !this.#isOneList(field)) {
        this.#location.forbid('the schema requires it', field.key)
      }
    }
  }

  #add(entries: Entry[], field: ElementField | undefined, value: Value): void {
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

  #refuseUnknown(values: Values, fields: Fields, inOrder: boolean, ordered: boolean): void {
    this.refuseUnless(values, (key) => {
      if (inOrder && key === CONTENT) return true
      const field = fields.ofKey(key)
      return field !== undefined && !(inOrder && (ordered || field.group))
    })
  }

  /** @throws Unwritable for a key that is neither that of an attribute, nor allowed */
  refuseUnless(values: Values, allows: (key: string) => boolean): void {
    for (const key of Object.keys(values)) {
      if (key.startsWith('@') || key === TYPE || key === NIL || allows(key)) continue
      if (values[key] !== undefined) this.#location.refuse(`the schema has no element ${key} here`)
    }
  }

  #inOrder(
    all: Value,
    fields: Fields,
    { mixed, form }: ElementContent,
  ): readonly (Entry | string)[] {
    const isIn = ({ group }: ElementField) => form === 'ordered' || group !== undefined
    if (!Array.isArray(all)) {
      return this.#location.refuse(`expected an array, got ${kindOf(all)}`, CONTENT)
    }
    return all.map((one: Value, index) => {
      if (typeof one === 'string' && mixed) return one
      const [key = '', ...more] = isRecord(one) ? Object.keys(one) : []
      const field = fields.ofKey(key)
      if (field && isIn(field) && more.length === 0 && isRecord(one)) {
        return { field, value: one[key], index: undefined }
      }
      const allowed = mixed ? 'text, or an object' : 'an object'
      return this.#location.refuse(
        `expected ${allowed} with one element of the schema, got ${kindOf(one)}`,
        CONTENT,
        index,
      )
    })
  }
}
