/** Value constraints: whether a value is the fixed one (§3.2.4, §3.3.4). */
import type { SimpleType, ValueConstraint } from '../components.js'
import { keyOf, mismatch, normalise } from '../simple/index.js'

/**
 * @param key       of a value, by `keyOf`
 * @param declared  the type that the fixed value is of
 */
export function isFixedValue(key: string, fixed: ValueConstraint, declared: SimpleType): boolean {
  const wanted = normalise(declared, fixed.text)
  // The type that `xsi:type` gives to mixed content need not have the value.
  if (mismatch(declared, wanted, fixed.node.scope)) return false
  return key === keyOf(declared, wanted, fixed.node.scope)
}
