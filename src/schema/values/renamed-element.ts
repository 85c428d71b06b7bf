/** Puts an element that a plugin made, or got, under the name that it is written by. */
import { boundTo, type XmlElement } from '../../xml/tree.js'

/** @param prefix  for the namespace, if the element's own prefix does not stand for it */
export function renamed(
  given: XmlElement,
  { namespace, local }: { readonly namespace: string; readonly local: string },
  prefix: string,
): XmlElement {
  if (given.local === local && given.namespace === namespace) return given
  if (given.namespace === namespace) return { ...given, local }
  if (namespace === '') return { ...given, prefix: '', namespace, local }
  let free = prefix
  for (let n = 2; (boundTo(given.scope, free) ?? namespace) !== namespace; n += 1) {
    free = `${prefix}${n}`
  }
  return { ...given, prefix: free, namespace, local }
}
