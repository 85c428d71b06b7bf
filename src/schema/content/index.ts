/** Content models: compiled to deterministic automata with counters, and the rules about particles. */
import type { Derivation, Particle, TypeDefinition } from '../components.js'

export { compileContent } from './compile.js'
export type { ContentModel, Matching } from './model.js'

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
