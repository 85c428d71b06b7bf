/** Content models: compiled to deterministic automata with counters, and the rules about particles. */
import type { ElementDeclaration, Particle, SchemaComponents, Wildcard } from '../components.js'

/** Compiled once for a type. */
export interface ContentModel {
  /** Begins to take the children of one element. */
  begin(): Matching
}

/** How far the children of one element have come. */
export interface Matching {
  /** What a child of this name is; undefined if none may stand here: nothing has changed then. */
  take(namespace: string, local: string): ElementDeclaration | Wildcard | undefined
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
export declare function checkParticle(particle: Particle, schema: SchemaComponents): void
/**
 * Particle Valid (Restriction) (§3.9.6).
 *
 * @throws SchemaProblem with the clause that is broken, such as `rcase-Recurse.2`
 */
export declare function checkRestriction(derived: Particle, base: Particle): void
