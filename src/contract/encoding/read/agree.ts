/** Brings together what the contract declares of a value and what the message says of it. */
import type { Derivation, TypeDefinition } from '../../../schema/components.js'
import { isDerivedFrom } from '../../../schema/resolve/index.js'
import { clarkName, XSD_NAMESPACE } from '../../../xml/tree.js'
import type { ArrayForm, Form } from '../forms.js'
import { type Location, misfit } from './problem.js'

const NONE: ReadonlySet<Derivation> = new Set()

/** @throws SoapFault for a type that may not stand for the declared one */
export function agreed(declared: Form, stated: Form | undefined, location: Location): Form {
  if (!stated || stated.kind === 'any') return alone(declared)
  if (declared.kind === 'any') return stated
  // The declaration is enough where nobody knows the type that is said, and the content is checked against it.
  if (stated.kind === 'struct' && !stated.type) {
    if (stated.named !== undefined || declared.kind === 'struct') return alone(declared)
    throw contradiction(declared, stated, location)
  }
  switch (declared.kind) {
    case 'simple': {
      if (stated.kind !== 'simple') throw contradiction(declared, stated, location)
      // RPC callers write the built-in type that they have; the text is checked against the declared one.
      return isDerivedFrom(stated.type, declared.type, NONE) && !isBuiltIn(stated.type)
        ? stated
        : declared
    }
    case 'struct': {
      const { type } = declared
      if (stated.kind === 'simple' && type?.content.kind === 'simple') return declared
      if (stated.kind !== 'struct' || !stated.type) throw contradiction(declared, stated, location)
      if (type && !isDerivedFrom(stated.type, type, NONE))
        throw contradiction(declared, stated, location)
      return stated
    }
    case 'array':
      if (stated.kind !== 'array') throw contradiction(declared, stated, location)
      return agreedArray(declared, stated, location)
  }
}

/** True for a value of one form that may stand where another is declared. */
export function fits(made: Form, declared: Form): boolean {
  if (declared.kind === 'any') return true
  if (declared.kind === 'struct' && made.kind === 'struct') {
    if (!declared.type || made.type === declared.type) return true
    return made.type !== undefined && isDerivedFrom(made.type, declared.type, NONE)
  }
  if (declared.kind !== 'array' || made.kind !== 'array') return false
  if (!declared.item) return true
  if (sum(made.ranks) !== sum(declared.ranks)) return false
  if (made.item === declared.item) return true
  return made.item !== undefined && isDerivedFrom(made.item, declared.item, NONE)
}

/** True for forms of the same types; sizes aside. */
export function isSame(one: Form, other: Form): boolean {
  return one.kind === other.kind && typeOf(one) === typeOf(other) && itemOf(one) === itemOf(other)
}

const typeOf = (form: Form) => ('type' in form ? form.type : undefined)
const itemOf = (form: Form) => ('item' in form ? form.item : undefined)

export function described(form: Form): string {
  switch (form.kind) {
    case 'any':
      return 'a value of any type'
    case 'array':
      return form.item ? `an array of ${nameOf(form.item)}` : 'an array'
    default:
      return form.type ? nameOf(form.type) : 'a struct'
  }
}

/** Several dimensions cannot be distinguished without their sizes: what says none is an array of arrays. */
function alone(declared: Form): Form {
  if (declared.kind !== 'array' || declared.ranks[0] === 1) return declared
  return { ...declared, ranks: Array.from({ length: sum(declared.ranks) }, () => 1) }
}

function agreedArray(declared: ArrayForm, stated: ArrayForm, location: Location): ArrayForm {
  const { ranks } = stated
  if (!declared.item) return { ...stated, type: stated.type ?? declared.type }
  const inner = sum(declared.ranks) - (ranks[0] ?? 1)
  if (inner < 0) throw misfit(location, 'the array has more dimensions than the declared one')
  return {
    kind: 'array',
    type: stated.type ?? declared.type,
    item: agreedItem(declared.item, stated, inner, location),
    ranks: [ranks[0] ?? 1, ...Array.from({ length: inner }, () => 1)],
  }
}

function agreedItem(
  declared: TypeDefinition,
  stated: ArrayForm,
  inner: number,
  location: Location,
): TypeDefinition {
  const { item, ranks } = stated
  // What is said of the items may be no more than that they are arrays.
  if (!item || (inner > 0 && ranks.length === 1) || item === declared) return declared
  if (isDerivedFrom(item, declared, NONE)) return isBuiltIn(item) ? declared : item
  if (item.kind === 'simple' && declared.kind === 'simple') return declared
  const sentence = `expected an array of ${nameOf(declared)}, got one of ${nameOf(item)}`
  throw misfit(location, sentence)
}

const sum = (ranks: readonly number[]) => ranks.reduce((all, one) => all + one, 0)

function isBuiltIn({ namespace }: TypeDefinition): boolean {
  return namespace === XSD_NAMESPACE
}

function nameOf(type: TypeDefinition): string {
  if (type.local === '') return type.kind === 'simple' ? 'a simple type' : 'a complex type'
  return type.namespace === XSD_NAMESPACE ? `xs:${type.local}` : clarkName(type)
}

function contradiction(declared: Form, stated: Form, location: Location) {
  return misfit(location, `expected ${described(declared)}, got ${described(stated)}`)
}
