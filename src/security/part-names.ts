/** Finds the parts of a message that policies name. */
import { ADDRESSING_NAMESPACE } from '../soap/addressing/addressing.js'
import type { Envelope } from '../soap/envelope.js'
import { attributeOf, childElements, clarkName, isNamed, type XmlElement } from '../xml/tree.js'
import { DS, SOAP_SEC, WSSE, WSU, XENC } from './names.js'
import { ATTACHMENTS } from './parts.js'
import type { PartName } from './sealing.js'

/**
 * @param block  the security block: Timestamp, Signature and other children of it may be parts, itself never
 * @returns in document order, each once; what the message does not have is not there
 */
export function partsNamed(
  names: readonly PartName[],
  envelope: Envelope,
  block: XmlElement | undefined,
): readonly XmlElement[] {
  const found = new Set(names.flatMap((name) => partsOf(name, envelope, block)))
  if (block) found.delete(block)
  return [...found].toSorted((one, other) => one.start - other.start)
}

function partsOf(
  name: PartName,
  { body, blocks, entries }: Envelope,
  block: XmlElement | undefined,
): readonly XmlElement[] {
  const inside = block ? childElements(block) : []
  const own = (namespace: string, local: string) =>
    inside.filter((child) => isNamed(child, namespace, local))
  switch (name) {
    case 'Body':
      return [body]
    case ATTACHMENTS:
      return []
    case 'Addressing':
      return blocks.filter(({ namespace }) => namespace === ADDRESSING_NAMESPACE)
    case 'Timestamp':
      return own(WSU, 'Timestamp')
    case 'Signature':
      return own(DS, 'Signature')
    case 'UsernameToken':
      return own(WSSE, 'UsernameToken')
    default:
      return [...blocks, ...inside, ...entries].filter((element) => clarkName(element) === name)
  }
}

/** The id that an element has by one of the two specifications; WSS 1.1 §4.1: ciphertexts have one of their own. */
export function partId(element: XmlElement): string | undefined {
  const own = isNamed(element, XENC, 'EncryptedData') ? attributeOf(element, '', 'Id') : undefined
  return own ?? attributeOf(element, WSU, 'Id') ?? attributeOf(element, SOAP_SEC, 'id')
}
