/** What a node would execute of a message, as text that says nothing of how it was written. */
import { DEFAULT_ENVELOPE_LIMITS, type Envelope } from '../../../src/soap/envelope.js'
import { clarkName, type XmlElement } from '../../../src/xml/tree.js'
import { T } from '../nodes/marking.js'
import { WSA, WSU } from './forge/texts.js'

/** Names, attributes and text of an element, in one form. */
export function shownElement(element: XmlElement): string {
  const attributes = element.attributes.map(
    (one) => ` ${clarkName(one)}=${JSON.stringify(one.value)}`,
  )
  const children = element.children.map((child) =>
    typeof child === 'string' ? child : shownElement(child),
  )
  return `<${clarkName(element)}${attributes.toSorted().join('')}>${children.join('')}</>`
}

/** Body, blocks of the marking plugin and of WS-Addressing, and the Timestamp. */
export function shown({ body, blocks }: Envelope): string {
  const counting = blocks.filter(
    (block) => block.namespace === WSA || clarkName(block) === `{${T}}Known`,
  )
  const times = blocks
    .slice(0, DEFAULT_ENVELOPE_LIMITS.headerBlocks)
    .flatMap(({ children }) => children)
    .filter((child): child is XmlElement => typeof child !== 'string')
    .filter(({ namespace, local }) => namespace === WSU && local === 'Timestamp')
  return [...counting, body, ...times].map(shownElement).join('\n')
}
