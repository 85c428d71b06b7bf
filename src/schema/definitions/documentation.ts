/** What a WSDL document tells people of a definition (WSDL 1.1 §2.1.2). */
import { allText, type XmlElement } from '../../xml/tree.js'
import { partsOf } from './definitions.js'

/** @returns undefined if it says nothing */
export function documentationOf(node: XmlElement): string | undefined {
  const [documentation] = partsOf(node, 'documentation')
  const text = documentation ? allText(documentation).trim() : ''
  return text === '' ? undefined : text
}
