/** What a WSDL document tells people of a definition (WSDL 1.1 §2.1.2). */
import type { XmlElement } from '../../xml/tree.js'
import { partsOf } from './definitions.js'

/** @returns undefined if it says nothing */
export function documentationOf(node: XmlElement): string | undefined {
  const [documentation] = partsOf(node, 'documentation')
  const text = documentation ? allText(documentation).trim() : ''
  return text === '' ? undefined : text
}

/** Text with that of elements in it, such as HTML. */
function allText(node: XmlElement): string {
  const open: (XmlElement | string)[] = [node]
  const texts: string[] = []
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') texts.push(next)
    else open.push(...[...next.children].reverse())
  }
  return texts.join('')
}
