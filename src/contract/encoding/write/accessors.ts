/** Takes a struct apart into the accessors that are written, in the order of its type. */
import {
  CONTENT,
  type ComplexValues,
  isElement,
  isRecord,
  own,
  TYPE,
  ANY as WILDCARDS,
} from '../../../schema/values/index.js'
import type { Location } from '../../../schema/values/unwritable.js'
import type { Value, Values } from '../../../schema/values/value.js'
import type { Form, Forms } from '../forms.js'

export interface Accessor {
  readonly namespace: string
  readonly local: string
  readonly form: Form
  readonly nillable: boolean
  readonly value: Value
  /** Where it is in the values. */
  readonly steps: readonly (string | number)[]
}

const OPEN: Form = { kind: 'any' }

/** Of a compound of which nothing is declared: the order and the names are those of the object. */
export function* openAccessors(values: Values): Iterable<Accessor> {
  for (const local of Object.keys(values)) {
    const value = values[local]
    if (local === TYPE || value === undefined) continue
    yield { namespace: '', local, form: OPEN, nillable: true, value, steps: [local] }
  }
}

/** @throws Unwritable for a key that the type does not have, and for what is missing */
export function typedAccessors(
  values: Values,
  { mapping: { content }, fields }: ComplexValues,
  forms: Forms,
  location: Location,
): readonly Accessor[] {
  const accessors: Accessor[] = []
  const add = (key: string, value: Value, ...steps: readonly (string | number)[]): void => {
    const field = fields.ofKey(key)
    const { declaration } = field ?? {}
    if (!field) location.refuse(`the contract has no accessor ${key} here`, ...steps)
    else if (declaration) {
      const { namespace, local, nillable, type } = declaration
      accessors.push({ namespace, local, form: forms.of(type), nillable, value, steps })
    } else if (typeof value === 'object' && value !== null && isElement(value)) {
      const { namespace, local } = value
      accessors.push({ namespace, local, form: OPEN, nillable: true, value, steps })
    } else location.refuse('expected an element', ...steps)
  }
  if (content.kind !== 'elements') {
    for (const key of unknownKeys(values, () => false)) add(key, own(values, key), key)
    return accessors
  }
  const inOrder = content.form === 'named' ? undefined : own(values, CONTENT)
  const items = Array.isArray(inOrder) ? inOrder : undefined
  for (const [index, one] of items?.entries() ?? []) {
    const [key = ''] = isRecord(one) ? Object.keys(one) : []
    add(key, isRecord(one) ? one[key] : one, CONTENT, index)
  }
  if (items && content.form === 'ordered') return accessors
  for (const { key, declaration, required, repeats, group } of content.fields) {
    if (group && items) continue
    const value = own(values, key)
    if (Array.isArray(value) && (repeats || key === WILDCARDS)) {
      for (const [index, one] of value.entries()) add(key, one ?? null, key, index)
    } else if (value !== undefined) add(key, value, key)
    else if (declaration?.nillable && required) add(key, null, key)
    // SOAP 1.1 §5.1.9 lets a null be left out; a type that has none does not.
    else if (required) location.forbid('the contract requires it', key)
  }
  const isField = (key: string) => fields.ofKey(key) !== undefined || (key === CONTENT && !!items)
  for (const key of unknownKeys(values, isField)) {
    add(key, own(values, key), key)
  }
  return accessors
}

/** Attributes are no part of encoded values: all of them are content (SOAP 1.1 §5.1, SOAP 1.2 Part 2 §2). */
function unknownKeys(values: Values, isField: (key: string) => boolean): readonly string[] {
  return Object.keys(values).filter(
    (key) => key !== TYPE && !isField(key) && values[key] !== undefined,
  )
}
