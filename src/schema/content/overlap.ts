/** Which particles overlap: an element may be of both (§3.8.6, appendix H). */
import type { ElementDeclaration, NamespaceConstraint, Wildcard } from '../components.js'
import { allows } from '../wildcards.js'

type Term = ElementDeclaration | Wildcard

/** The names by which an element may come: its own, and those of its substitution group. */
export function namesOf(declaration: ElementDeclaration): readonly ElementDeclaration[] {
  const { substitutes } = declaration
  return substitutes.includes(declaration) ? substitutes : [declaration, ...substitutes]
}

export function overlap(one: Term, other: Term): boolean {
  if (one.kind === 'any') {
    return other.kind === 'any'
      ? meet(one.namespaces, other.namespaces)
      : namesOf(other).some(({ namespace }) => allows(one.namespaces, namespace))
  }
  if (other.kind === 'any') return overlap(other, one)
  const names = new Set(namesOf(one).map(({ name }) => name))
  return namesOf(other).some(({ name }) => names.has(name))
}

/** True if there is a namespace that both allow. */
function meet(one: NamespaceConstraint, other: NamespaceConstraint): boolean {
  if (one.kind === 'in') return [...one.namespaces].some((namespace) => allows(other, namespace))
  // There are always more namespaces than two exclude.
  return other.kind === 'in' ? meet(other, one) : true
}
