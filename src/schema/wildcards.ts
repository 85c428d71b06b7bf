/** Wildcards: which namespaces they take, and how two of them are put together (§3.10). */
import type { NamespaceConstraint } from './components.js'

/** Wildcard allows Namespace Name (§3.10.4). */
export declare function allows(constraint: NamespaceConstraint, namespace: string): boolean
/** Wildcard Subset (§3.10.6). */
export declare function isSubset(sub: NamespaceConstraint, all: NamespaceConstraint): boolean
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
