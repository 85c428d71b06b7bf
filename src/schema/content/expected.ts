/** What may stand at a place, in words for a finding. */
import type { ElementDeclaration, NamespaceConstraint, Wildcard } from '../components.js'
import type { Edge, State, Way } from './state.js'

const MOST = 10

/** @param open  tells whether an element can be reached, by what was counted so far */
export function expectedIn(
  { edges, wildcards }: State,
  open: (ways: readonly Way[]) => boolean,
): readonly string[] {
  const terms = [
    ...edges.flatMap((edge) => declarationsOf(edge, open)),
    ...wildcards.flatMap(({ wildcard, ways }) => (open(ways) ? [wildcard] : [])),
  ]
  return inWords(terms)
}

function declarationsOf(
  edge: Edge | undefined,
  open: (ways: readonly Way[]) => boolean,
): readonly ElementDeclaration[] {
  for (let at = edge; at !== undefined; at = at.other) {
    if (open(at.ways)) return [at.declaration]
  }
  return []
}

export function inWords(terms: readonly (ElementDeclaration | Wildcard)[]): readonly string[] {
  return terms
    .slice(0, MOST)
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
