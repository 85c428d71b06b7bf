/** Type Derivation OK: whether a type may stand where another is declared (§3.4.6, §3.14.6). */
import type { Derivation, TypeDefinition } from '../components.js'
import { isDerived } from '../simple/index.js'
import { ANY_TYPE } from './any-type.js'

/**
 * Type Derivation OK (§3.4.6 for complex, §3.14.6 for simple types).
 *
 * @param without  steps of derivation that may not be taken on the way
 */
export function isDerivedFrom(
  type: TypeDefinition,
  base: TypeDefinition,
  without: ReadonlySet<Derivation>,
): boolean {
  let at: TypeDefinition = type
  // cos-ct-derived-ok: step by step towards the base, none of them excluded.
  while (at.kind === 'complex') {
    if (at === base) return true
    if (at === ANY_TYPE || without.has(at.derivation)) return false
    at = at.base
  }
  if (base.kind === 'simple') return isDerived(at, base, without)
  // cos-st-derived-ok.2.2.2: each simple type restricts xs:anyType in the end.
  return base === ANY_TYPE && !without.has('restriction')
}

/** The steps of derivation from a type to one that it comes from, and what the types on the way block. */
export interface Steps {
  readonly taken: ReadonlySet<Derivation>
  readonly blocked: ReadonlySet<Derivation>
}

/** @returns undefined if it does not come from there */
export function stepsBetween(type: TypeDefinition, base: TypeDefinition): Steps | undefined {
  const taken = new Set<Derivation>()
  const blocked = new Set<Derivation>()
  let at: TypeDefinition = type
  while (at !== base) {
    if (at.kind === 'simple') {
      if (!isDerivedFrom(at, base, NONE)) return undefined
      taken.add('restriction')
      return { taken, blocked }
    }
    if (at === ANY_TYPE) return undefined
    taken.add(at.derivation)
    if (at !== type) for (const derivation of at.block) blocked.add(derivation)
    at = at.base
  }
  if (at.kind === 'complex') for (const derivation of at.block) blocked.add(derivation)
  return { taken, blocked }
}

const NONE: ReadonlySet<Derivation> = new Set()
