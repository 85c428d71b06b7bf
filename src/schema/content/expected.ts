/** What may stand at a place, in words for a finding. */
import type { ElementDeclaration, NamespaceConstraint, Wildcard } from '../components.js'
import type { State, Way } from './state.js'

const MAX_NAMES = 10

/** @param open  tells whether an element can be reached, by what was counted so far */
export function expectedIn(
  start: State,
  open: (ways: readonly Way[]) => boolean,
): readonly string[] {
  const terms: (ElementDeclaration | Wildcard)[] = []
  let state: State | undefined = start
  for (; state !== undefined && terms.length < MAX_NAMES; state = state.rest?.state) {
    for (const { declaration, ways } of state.inOrder) if (open(ways)) terms.push(declaration)
    for (const { wildcard, ways } of state.wildcards) if (open(ways)) terms.push(wildcard)
  }
  return inWords(terms)
}

export function inWords(terms: readonly (ElementDeclaration | Wildcard)[]): readonly string[] {
  return terms
    .slice(0, MAX_NAMES)
    .map((term) => (term.kind === 'any' ? anyElement(term.namespaces) : term.name))
}

function anyElement(constraint: NamespaceConstraint): string {
  switch (constraint.kind) {
    case 'any':
      return 'any element'
    case 'not':
      return constraint.namespace === ''
        ? 'any element of a namespace'
        : `any element of a namespace other than ${constraint.namespace}`
    case 'in':
      return `any element of ${[...constraint.namespaces].map((name) => name || 'no namespace').join(' or ')}`
  }
}
