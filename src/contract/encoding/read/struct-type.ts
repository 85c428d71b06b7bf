/** What structs are in values: which are texts, and which name the type that they are of. */
import type { SimpleType, TypeDefinition } from '../../../schema/components.js'
import { builtInType } from '../../../schema/simple/index.js'
import { type Mappings, record, TYPE, VALUE } from '../../../schema/values/index.js'
import type { Value } from '../../../schema/values/value.js'
import { clarkName, hasText, type XmlElement } from '../../../xml/tree.js'
import type { Form } from '../forms.js'
import type { Record } from './slot.js'

const STRING = builtInType('string')

/** The type of the text that a value is; undefined for a compound. */
export function textTypeOf(form: Form, element: XmlElement): SimpleType | undefined {
  if (form.kind === 'simple') return form.type
  if (form.kind !== 'struct') return undefined
  if (form.type) return form.type.content.kind === 'simple' ? form.type.content.type : undefined
  return form.named !== undefined && hasText(element) ? STRING : undefined
}

/** An object for the fields of a struct; it has `$type` if it is of another type than the declared one. */
export function typedStruct(form: Form, declared: Form): Record {
  const values: Record = record()
  const name = statedName(form, declared)
  if (name !== undefined) values[TYPE] = name
  return values
}

/** The value of a complex type with simple content is its text, unless there may be more to it. */
export function withText(text: Value, form: Form, declared: Form, mappings: Mappings): Value {
  if (form.kind !== 'struct' || !form.type) return text
  const bare = mappings.complex(form.type).bare() !== undefined
  const values = typedStruct(form, declared)
  if (bare && !(TYPE in values)) return text
  values[VALUE] = text
  return values
}

function statedName(form: Form, declared: Form): string | undefined {
  if (form.kind !== 'struct') return undefined
  if (form.named !== undefined) return form.named
  const { type } = form
  if (!type || type.local === '' || type === typeIn(declared)) return undefined
  return clarkName(type)
}

function typeIn(form: Form): TypeDefinition | undefined {
  return form.kind === 'struct' ? form.type : undefined
}
