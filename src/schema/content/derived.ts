/** The question whether a type is derived from another, which content models ask and another folder answers. */
import type { Derivation, TypeDefinition } from '../components.js'

/** Type Derivation OK (§3.4.6 for complex, §3.14.6 for simple types). */
export type IsDerivedFrom = (
  type: TypeDefinition,
  base: TypeDefinition,
  without: ReadonlySet<Derivation>,
) => boolean
