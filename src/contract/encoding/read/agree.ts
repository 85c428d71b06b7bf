/** Brings together what the contract declares of a value and what the message says of it. */
import type { Derivation, TypeDefinition } from '../../../schema/components.js'
import { isDerivedFrom } from '../../../schema/resolve/index.js'
import { clarkName, XSD_NAMESPACE } from '../../../xml/tree.js'
import type { ArrayForm, Form } from '../forms.js'
import { misfit, type Place } from './problem.js'

const NONE: ReadonlySet<Derivation> = new Set()

/** @throws SoapFault for a type that may not stand for the declared one */
export function agreed(declared: Form, said: Form | undefined, place: Place): Form {
  if (!said || said.kind === 'any') return alone(declared)
  if (declared.kind === 'any') return said
  // The declaration is enough where nobody knows the type that is said, and the content is held against it.
  if (said.kind === 'struct' && !said.type) {
    if (said.named !== undefined || declared.kind === 'struct') return alone(declared)
    throw contradiction(declared, said, place)
  }
  switch (declared.kind) {
    case 'simple': {
      if (said.kind !== 'simple') throw contradiction(declared, said, place)
      // RPC callers write the built-in type that they have; the text is held against the declared one.
      return isDerivedFrom(said.type, declared.type, NONE) && !isBuiltIn(said.type)
        ? said
        : declared
    }
    case 'struct': {
      const { type } = declared
      if (said.kind === 'simple' && type?.content.kind === 'simple') return declared
      if (said.kind !== 'struct' || !said.type) throw contradiction(declared, said, place)
      if (type && !isDerivedFrom(said.type, type, NONE)) throw contradiction(declared, said, place)
      return said
    }
    case 'array':
      if (said.kind !== 'array') throw contradiction(declared, said, place)
      return agreedArray(declared, said, place)
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

/** Several dimensions cannot be told apart without their sizes: what says none is an array of arrays. */
function alone(declared: Form): Form {
  if (declared.kind !== 'array' || declared.ranks[0] === 1) return declared
  return { ...declared, ranks: Array.from({ length: sum(declared.ranks) }, () => 1) }
}

function agreedArray(declared: ArrayForm, said: ArrayForm, place: Place): ArrayForm {
  const { ranks } = said
  if (!declared.item) return { ...said, type: said.type ?? declared.type }
  const inner = sum(declared.ranks) - (ranks[0] ?? 1)
  if (inner < 0) throw misfit(place, 'the array has more dimensions than the declared one')
  return {
    kind: 'array',
    type: said.type ?? declared.type,
    item: agreedItem(declared.item, said, inner, place),
    ranks: [ranks[0] ?? 1, ...Array.from({ length: inner }, () => 1)],
  }
}

function agreedItem(
  declared: TypeDefinition,
  said: ArrayForm,
  inner: number,
  place: Place,
): TypeDefinition {
  const { item, ranks } = said
  // What is said of the items may be no more than that they are arrays.
  if (!item || (inner > 0 && ranks.length === 1) || item === declared) return declared
  if (isDerivedFrom(item, declared, NONE)) return isBuiltIn(item) ? declared : item
  if (item.kind === 'simple' && declared.kind === 'simple') return declared
  const sentence = `expected an array of ${nameOf(declared)}, got one of ${nameOf(item)}`
  throw misfit(place, sentence)
}

const sum = (ranks: readonly number[]) => ranks.reduce((all, one) => all + one, 0)

function isBuiltIn({ namespace }: TypeDefinition): boolean {
  return namespace === XSD_NAMESPACE
}

function nameOf(type: TypeDefinition): string {
  if (type.local === '') return type.kind === 'simple' ? 'a simple type' : 'a complex type'
  return type.namespace === XSD_NAMESPACE ? `xs:${type.local}` : clarkName(type)
}

function contradiction(declared: Form, said: Form, place: Place) {
  return misfit(place, `expected ${described(declared)}, got ${described(said)}`)
}
