/** Substitution groups: which elements may stand where their head may (§3.3.6). */
import type { Derivation, ElementDeclaration } from '../components.js'
import { stepsBetween } from './derivation.js'
import type { Draft } from './draft.js'

/** @param elements  the global ones, complete but for this */
export function fillSubstitutes(elements: readonly Draft<ElementDeclaration>[]): void {
  const members = new Map<ElementDeclaration, ElementDeclaration[]>()
  for (const element of elements) {
    if (!element.head) continue
    const declarations = members.get(element.head)
    if (declarations) declarations.push(element)
    else members.set(element.head, [element])
  }
  for (const head of elements) head.substitutes = substitutesOf(head, members)
}

/**
 * The head before its members, and each of them before its own: so the order in a group is the same
 * as in the groups around it, as a restriction from one to the other needs it.
 */
function substitutesOf(
  head: ElementDeclaration,
  members: ReadonlyMap<ElementDeclaration, readonly ElementDeclaration[]>,
): readonly ElementDeclaration[] {
  if (!members.has(head)) return head.abstract ? [] : [head]
  const found: ElementDeclaration[] = []
  const left = [head]
  for (let element = left.pop(); element; element = left.pop()) {
    if (element === head ? !head.abstract : maySubstitute(element, head)) found.push(element)
    left.push(...[...(members.get(element) ?? [])].reverse())
  }
  return found
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
