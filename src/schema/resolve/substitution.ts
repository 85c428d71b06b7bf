/** Substitution groups: which elements may stand where their head may (§3.3.6). */
import type { Derivation, ElementDeclaration } from '../components.js'
import { stepsBetween } from './derivation.js'
import type { Draft } from './draft.js'

/** @param elements  the global ones, complete but for this */
export function fillSubstitutes(elements: readonly Draft<ElementDeclaration>[]): void {
  const members = new Map<ElementDeclaration, ElementDeclaration[]>()
  for (const element of elements) {
    if (!element.abstract) substitutesOf(element, members).unshift(element)
    for (let { head } = element; head; head = head.head) {
      if (maySubstitute(element, head)) substitutesOf(head, members).push(element)
    }
  }
  for (const element of elements) element.substitutes = members.get(element) ?? []
}

function substitutesOf(
  element: ElementDeclaration,
  all: Map<ElementDeclaration, ElementDeclaration[]>,
): ElementDeclaration[] {
  const known = all.get(element)
  if (known) return known
  const made: ElementDeclaration[] = []
  all.set(element, made)
  return made
}

/** cos-equiv-derived-ok-rec, for an element in the substitution group of a head. */
function maySubstitute(element: ElementDeclaration, head: ElementDeclaration): boolean {
  // cos-equiv-derived-ok-rec.2.1: the head does not forbid all substitution.
  if (element.abstract || head.block.has('substitution')) return false
  // cos-equiv-derived-ok-rec.2.3: no step of derivation is taken that the head or a type blocks.
  const steps = stepsBetween(element.type, head.type)
  if (!steps) return false
  const blocks = (step: Derivation) => head.block.has(step) || steps.blocked.has(step)
  return ![...steps.taken].some(blocks)
}
