/** Wildcards: which namespaces they take, and how two of them are put together (§3.10). */
import type { NamespaceConstraint } from './components.js'

const ANY: NamespaceConstraint = { kind: 'any' }
/** Every namespace, but no name without one. */
const NOT_ABSENT: NamespaceConstraint = { kind: 'not', namespace: '' }

/** Wildcard allows Namespace Name (§3.10.4). */
export function allows(constraint: NamespaceConstraint, namespace: string): boolean {
  switch (constraint.kind) {
    // cvc-wildcard-namespace.1
    case 'any':
      return true
    // cvc-wildcard-namespace.2
    case 'not':
      return namespace !== constraint.namespace && namespace !== ''
    // cvc-wildcard-namespace.3
    case 'in':
      return constraint.namespaces.has(namespace)
  }
}

/** Wildcard Subset (§3.10.6). */
export function isSubset(sub: NamespaceConstraint, all: NamespaceConstraint): boolean {
  // cos-ns-subset.1
  if (all.kind === 'any') return true
  // cos-ns-subset.2
  if (sub.kind === 'not') return all.kind === 'not' && sub.namespace === all.namespace
  // cos-ns-subset.3
  return sub.kind === 'in' && [...sub.namespaces].every((namespace) => allows(all, namespace))
}

/** Attribute Wildcard Union; undefined if it cannot be expressed. */
export function union(
  one: NamespaceConstraint,
  other: NamespaceConstraint,
): NamespaceConstraint | undefined {
  // cos-aw-union.2
  if (one.kind === 'any' || other.kind === 'any') return ANY
  if (one.kind === 'in') {
    // cos-aw-union.3
    if (other.kind === 'in') {
      return { kind: 'in', namespaces: new Set([...one.namespaces, ...other.namespaces]) }
    }
    return withSet(other.namespace, one.namespaces)
  }
  if (other.kind === 'in') return withSet(one.namespace, other.namespaces)
  // cos-aw-union.1, cos-aw-union.4
  return one.namespace === other.namespace ? one : NOT_ABSENT
}

/** A negation together with a set. */
function withSet(
  negated: string,
  namespaces: ReadonlySet<string>,
): NamespaceConstraint | undefined {
  const absent = namespaces.has('')
  // cos-aw-union.6: the negation of the absent namespace.
  if (negated === '') return absent ? ANY : NOT_ABSENT
  // cos-aw-union.5: the negation of a namespace.
  if (namespaces.has(negated)) return absent ? ANY : NOT_ABSENT
  return absent ? undefined : { kind: 'not', namespace: negated }
}

/** Attribute Wildcard Intersection; undefined if it cannot be expressed. */
export function intersection(
  one: NamespaceConstraint,
  other: NamespaceConstraint,
): NamespaceConstraint | undefined {
  // cos-aw-intersect.2
  if (one.kind === 'any') return other
  if (other.kind === 'any') return one
  // cos-aw-intersect.3, cos-aw-intersect.4: what the other takes of a set.
  if (one.kind === 'in') return within(one.namespaces, other)
  if (other.kind === 'in') return within(other.namespaces, one)
  // cos-aw-intersect.1, cos-aw-intersect.6
  if (one.namespace === other.namespace || other.namespace === '') return one
  if (one.namespace === '') return other
  // cos-aw-intersect.5: neither of two namespaces.
  return undefined
}

function within(
  namespaces: ReadonlySet<string>,
  constraint: NamespaceConstraint,
): NamespaceConstraint {
  const taken = [...namespaces].filter((namespace) => allows(constraint, namespace))
  return { kind: 'in', namespaces: new Set(taken) }
}
