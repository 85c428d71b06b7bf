/** Simple types: those that are built in, how others are made of them, and what texts are theirs. */
import type { NamespaceScope } from '../../xml/tree.js'
import type { Derivation, SimpleType, Source } from '../components.js'
import type { Rule } from '../finding.js'

/** What a simple type is called, and what may not be derived from it. */
export interface Naming {
  readonly local: string
  readonly namespace: string
  readonly final: ReadonlySet<Derivation>
  readonly source: Source | undefined
}

/** A facet as it stands in the schema. */
export interface FacetSource {
  /** `minLength`, `pattern` … */
  readonly kind: string
  readonly value: string
  readonly fixed: boolean
  readonly source: Source
}

/** A simple type that is built in, such as `int` or `NMTOKENS`, or `anySimpleType`; undefined if there is none. */
export declare function builtInType(local: string): SimpleType | undefined
/** All of them, by local name. */
export declare function builtInTypes(): ReadonlyMap<string, SimpleType>
/** @throws SchemaProblem for facets that the base does not allow (cos-st-restricts, the rules of each facet) */
export declare function restrict(
  base: SimpleType,
  facets: readonly FacetSource[],
  naming: Naming,
): SimpleType
/** @throws SchemaProblem for an item type that no list may have */
export declare function listOf(item: SimpleType, naming: Naming): SimpleType
/** @throws SchemaProblem for member types that no union may have */
export declare function unionOf(members: readonly SimpleType[], naming: Naming): SimpleType

/** Text after the white space of a type is normalised. */
export declare function normalise(type: SimpleType, text: string): string
/**
 * cvc-simple-type, of a text that is normalised already.
 *
 * @param scope  for prefixes of QNames and NOTATIONs
 * @returns the rule that is broken; undefined if the text is of the type
 */
export declare function mismatch(
  type: SimpleType,
  text: string,
  scope: NamespaceScope,
): Rule | undefined
/** Two texts of a type with the same key are the same value (Part 2 §4.2.1); those of types of different primitives never are. For valid texts. */
export declare function keyOf(type: SimpleType, text: string, scope: NamespaceScope): string
/** The member of a union that a valid text is of, at any depth; the type itself if it is no union. */
export declare function memberOf(type: SimpleType, text: string, scope: NamespaceScope): SimpleType
/** Part 1 §3.14.6, Type Derivation OK (Simple). */
export declare function isDerived(
  type: SimpleType,
  base: SimpleType,
  without: ReadonlySet<Derivation>,
): boolean
