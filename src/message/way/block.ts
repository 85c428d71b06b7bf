/** The header blocks that nodes write into messages: how one is made, inserted and added to. */
import type { Envelope } from '../../soap/envelope.js'
import type { SoapVersion } from '../../soap/version.js'
import { type Cut, putBeforeEnd } from '../../xml/splice.js'
import { attribute, element, inScope, type XmlElement } from '../../xml/tree.js'
import { writeElement } from '../../xml/write.js'

/** Namespace of the blocks. */
export const ROUTE_NAMESPACE = 'urn:waybill:route'
/** Prefix this node writes for it. */
export const ROUTE_PREFIX = 'r'

/**
 * Makes a block for every node on the way: for the actor next, and with `relay` if the version has it,
 * so that nodes that do not know the block send it on. It is never mandatory.
 *
 * @param prefix  of the envelope's namespace
 */
export function routeBlock(
  local: string,
  version: SoapVersion,
  prefix: string,
  children: readonly XmlElement[],
): XmlElement {
  const { namespace, actorAttribute, next, relays } = version
  const attributes = [attribute(`{${namespace}}${actorAttribute}`, next, prefix)]
  if (relays) attributes.push(attribute(`{${namespace}}relay`, 'true', prefix))
  return element({ name: nameOf(local), prefix: ROUTE_PREFIX, attributes, children })
}

/** An element of the route's namespace. */
export function routeElement(
  local: string,
  attributes: Readonly<Record<string, string | undefined>>,
  prefix: string = ROUTE_PREFIX,
): XmlElement {
  return element({
    name: nameOf(local),
    prefix,
    attributes: Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [attribute(name, value)],
    ),
  })
}

/** Inserts blocks as the last ones of Header, and a Header before Body if there is none. */
export function insertBlocks(envelope: Envelope, blocks: readonly XmlElement[]): Cut {
  const { root, header, body } = envelope
  const around = inScope((header ?? root).scope)
  const written = blocks.map((block) => writeElement(block, undefined, around)).join('')
  if (header) return putBeforeEnd(header, ownText(envelope, header), written)
  const name = root.prefix === '' ? 'Header' : `${root.prefix}:Header`
  return { start: body.start, end: body.start, insert: `<${name}>${written}</${name}>` }
}

/**
 * Adds an element at the end of a block that came with the message.
 *
 * @param make  gets the prefix of the block, which stands for the route's namespace there
 */
export function addTo(
  block: XmlElement,
  envelope: Envelope,
  make: (prefix: string) => XmlElement,
): Cut {
  const written = writeElement(make(block.prefix), undefined, inScope(block.scope))
  return putBeforeEnd(block, ownText(envelope, block), written)
}

/** Of a long message no more than this is decoded. */
function ownText(envelope: Envelope, { start, end }: XmlElement): string {
  return envelope.ascii?.toString('latin1', start, end) ?? envelope.source.slice(start, end)
}

function nameOf(local: string): string {
  return `{${ROUTE_NAMESPACE}}${local}`
}
