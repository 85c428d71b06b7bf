/** Value constraints: whether a value is the fixed one (§3.2.4, §3.3.4). */
import type { NamespaceScope } from '../../xml/tree.js'
import type { SimpleType, ValueConstraint } from '../components.js'
import { keyOf, normalise } from '../simple/index.js'

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
  const wanted = keyOf(declared, normalise(declared, fixed.text), fixed.node.scope)
  return keyOf(type, text, scope) === wanted
}
