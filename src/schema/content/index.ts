/** Content models: compiled to deterministic automata with counters, and the rules about particles. */
import type {
  Derivation,
  ElementDeclaration,
  Particle,
  TypeDefinition,
  Wildcard,
} from '../components.js'

/** Compiled once for a type. */
export interface ContentModel {
  /** Begins to take the children of one element. */
  begin(): Matching
}

/** How far the children of one element have come. */
export interface Matching {
  /**
   * What a child of this name is, a member of a substitution group as itself; undefined if none may stand here:
   * nothing has changed then.
   */
  take(namespace: string, local: string): ElementDeclaration | Wildcard | undefined
  /** What let in the last child that was taken: the head, of a member of a substitution group. */
  readonly by: ElementDeclaration | Wildcard | undefined
  /** True if no more children are needed. */
  readonly complete: boolean
  /** Names that may stand here, as Clark names or such as `any element of urn:x`; for a finding, at most 10. */
  expected(): readonly string[]
}

export declare function compileContent(particle: Particle): ContentModel
/**
 * Unique Particle Attribution, and Element Declarations Consistent (§3.8.6).
 *
 * @throws SchemaProblem with `cos-nonambig` or `cos-element-consistent`
 */
export declare function checkParticle(particle: Particle): void
/**
 * Particle Valid (Restriction) (§3.9.6).
 *
 * @param isDerivedFrom  Type Derivation OK, which another folder knows
 * @throws SchemaProblem with the clause that is broken, such as `rcase-Recurse.2`
 */
export declare function checkRestriction(
  derived: Particle,
  base: Particle,
  isDerivedFrom: IsDerivedFrom,
): void
/** Particle Emptiable (§3.9.6): true if no element at all is enough for it. */
export declare function isEmptiable(particle: Particle): boolean
/** Particle Valid (Extension) (§3.9.6). */
export declare function isExtension(extended: Particle, base: Particle): boolean

/** Type Derivation OK (§3.4.6 for complex, §3.14.6 for simple types). */
export type IsDerivedFrom = (
  type: TypeDefinition,
  base: TypeDefinition,
  without: ReadonlySet<Derivation>,
) => boolean
