/** Tells whether the path of a selector or a field leads from one open element to another. */
import type { XmlElement } from '../../xml/tree.js'
import type { NameTest, SelectorPath } from '../components.js'

interface Name {
  readonly namespace: string
  readonly local: string
}

export function passes(test: NameTest, { namespace, local }: Name): boolean {
  return (
    (test.local === undefined || test.local === local) &&
    (test.namespace === undefined || test.namespace === namespace)
  )
}

/**
 * @param open  the open elements, each with the next one inside it; the way leads to the last of them
 * @param from  the index of the element where the way begins
 */
export function leadsTo(
  { anywhere, steps }: SelectorPath,
  open: readonly { readonly element: XmlElement }[],
  from: number,
): boolean {
  const below = open.length - 1 - from
  if (anywhere ? below < steps.length : below !== steps.length) return false
  for (let back = 1; back <= steps.length; back += 1) {
    const step = steps[steps.length - back]
    const level = open[open.length - back]
    if (!step || !level || !passes(step, level.element)) return false
  }
  return true
}
