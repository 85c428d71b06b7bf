/** Type Derivation OK (Simple), Part 1 §3.14.6. */
import type { Derivation, SimpleType } from '../components.js'

/** cos-st-derived-ok, for one simple type and what it is said to come from. */
export function isDerived(
  type: SimpleType,
  base: SimpleType,
  without: ReadonlySet<Derivation>,
): boolean {
  // cos-st-derived-ok.1 "They are the same type definition."
  if (type === base) return true
  const members = membersIn(base)
  for (let each = type; each.base; each = each.base) {
    // cos-st-derived-ok.2.1 "restriction is not in the subset, or in the {final} of its own {base type
    // definition}".
    if (without.has('restriction') || each.base.final.has('restriction')) return false
    // cos-st-derived-ok.2.2.1, .2.2.2: its base is it, or comes from it; so do lists and unions, whose base
    // is the simple ur-type definition (.2.2.3).
    if (each.base === base) return true
    // cos-st-derived-ok.2.2.4 "B's {variety} is union and D is validly derived from a type definition in
    // B's {member type definitions}".
    if (members.has(each.base) || (each === type && members.has(type))) return true
  }
  return false
}

/** The members of a union, at any depth. */
function membersIn(base: SimpleType): ReadonlySet<SimpleType> {
  const members = new Set(base.members)
  for (const member of members) for (const inner of member.members) members.add(inner)
  return members
}
