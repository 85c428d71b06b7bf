/** Finds the attachments that stand for text within elements: what covers those covers these. */

import { idIn } from '../message/cid.js'
import { attributeOf, type XmlElement } from '../xml/tree.js'

/** @returns their Content-IDs. XOP §3: the bytes are the content of the element, and its canonical form has their text */
export function includedIn(elements: readonly XmlElement[]): readonly string[] {
  const found: string[] = []
  const left = [...elements]
  for (let element = left.pop(); element; element = left.pop()) {
    const id = element.included && idIn(attributeOf(element, '', 'href')?.trim())
    if (id !== undefined) found.push(id)
    for (const child of element.children) if (typeof child !== 'string') left.push(child)
  }
  return found
}
