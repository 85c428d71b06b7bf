/** How much work an element is, in characters: long attributes are lists of styles, types with dimensions. */
import type { XmlElement } from '../../../xml/tree.js'
import { ELEMENT } from '../../../xml/walk.js'

export function weightOf({ attributes }: XmlElement): number {
  let weight = ELEMENT
  for (const { value } of attributes) weight += value.length
  return weight
}
