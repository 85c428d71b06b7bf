/** Type Derivation OK (Simple), Part 1 §3.14.6. */
import type { Derivation, SimpleType } from '../components.js'
import { ANY_SIMPLE_TYPE } from './any-simple-type.js'

/** cos-st-derived-ok, for one simple type and what it is said to come from. */
export function isDerived(
  type: SimpleType,
  base: SimpleType,
  without: ReadonlySet<Derivation>,
): boolean {
  // cos-st-derived-ok.1 "They are the same type definition."
  if (type === base) return true
  // cos-st-derived-ok.2.1 "restriction is not in the subset, or in the {final} of its own {base type
  // definition}".
  if (!type.base || without.has('restriction') || type.base.final.has('restriction')) return false
  return (
    // cos-st-derived-ok.2.2.1 "D's base type definition is B."
    type.base === base ||
    // cos-st-derived-ok.2.2.2 "… is not the simple ur-type definition and is validly derived from B".
    (type.base !== ANY_SIMPLE_TYPE && isDerived(type.base, base, without)) ||
    // cos-st-derived-ok.2.2.3 "D's {variety} is list or union and B is the simple ur-type definition."
    (type.variety !== 'atomic' && base === ANY_SIMPLE_TYPE) ||
    // cos-st-derived-ok.2.2.4 "B's {variety} is union and D is validly derived from a type definition in
    // B's {member type definitions}".
    (base.variety === 'union' && base.members.some((member) => isDerived(type, member, without)))
  )
}
