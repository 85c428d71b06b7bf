/** Value constraints: whether a value is the fixed one (§3.2.4, §3.3.4). */
import type { NamespaceScope } from '../../xml/tree.js'
import type { SimpleType, ValueConstraint } from '../components.js'
import { keyOf, mismatch, normalise } from '../simple/index.js'

/**
 * @param text      valid for `type`
 * @param declared  the type that the fixed value is of
 */
export function isFixedValue(
  type: SimpleType,
  text: string,
  scope: NamespaceScope,
  fixed: ValueConstraint,
  declared: SimpleType,
): boolean {
  const wanted = normalise(declared, fixed.text)
  // The type that `xsi:type` gives to mixed content need not have the value.
  if (mismatch(declared, wanted, fixed.node.scope)) return false
  return keyOf(type, text, scope) === keyOf(declared, wanted, fixed.node.scope)
}
