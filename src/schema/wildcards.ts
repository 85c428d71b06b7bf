/** Wildcards: which namespaces they take, and how two of them are put together (§3.10). */
import type { NamespaceConstraint } from './components.js'

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
export declare function union(
  one: NamespaceConstraint,
  other: NamespaceConstraint,
): NamespaceConstraint | undefined
/** Attribute Wildcard Intersection; undefined if it cannot be expressed. */
export declare function intersection(
  one: NamespaceConstraint,
  other: NamespaceConstraint,
): NamespaceConstraint | undefined
