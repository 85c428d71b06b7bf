/** Reads an xenc:EncryptedData, and where what it holds will stand, without any key. */
import { attributeOf, childElements, isNamed, type XmlElement } from '../../xml/tree.js'
import { WSSE11, XENC } from '../names.js'
import type { WeakAlgorithm } from '../weak.js'
import { type Cipher, cipherOf } from './algorithms.js'
import type { PartType } from './decryption.js'
import { malformed, unsupported } from './failed.js'
import { algorithmOf, cipherElement, ciphertextOf, onlyChild } from './parts.js'

export interface LockedData {
  readonly element: XmlElement
  readonly type: PartType
  readonly cipher: Cipher
  /** In base64, or the octets of a part that stands for it. */
  readonly ciphertext: string | Uint8Array
  /** What gives way: the element itself, or the wsse11:EncryptedHeader around it. */
  readonly replaced: XmlElement
  /** The element that will be around what it holds. */
  readonly parent: XmlElement
}

/**
 * @param element  xenc:EncryptedData, or wsse11:EncryptedHeader
 * @throws SecurityFailure
 */
export function readLockedData(
  element: XmlElement,
  root: XmlElement,
  allows: (algorithm: WeakAlgorithm) => boolean,
): LockedData {
  const data = isNamed(element, WSSE11, 'EncryptedHeader') ? dataIn(element) : element
  if (!isNamed(data, XENC, 'EncryptedData')) throw malformed('a DataReference to something else')
  const cipher = cipherOf(algorithmOf(onlyChild(data, XENC, 'EncryptionMethod')))
  if (cipher.weak && !allows(cipher.weak)) throw unsupported(cipher.uri)
  const type = typeOf(data)
  const ciphertext = ciphertextOf(cipherElement(data))
  return { element: data, type, cipher, ciphertext, ...replacedBy(data, type, root) }
}

/** WSS 1.1 §9.3: it "MUST contain a single <xenc:EncryptedData> element". */
function dataIn(header: XmlElement): XmlElement {
  const [data, ...others] = childElements(header)
  if (!data || others.length > 0) throw malformed('EncryptedHeader must hold one EncryptedData')
  return data
}

/** XML Encryption 1.1 §3.1 */
function typeOf(data: XmlElement): PartType {
  const type = attributeOf(data, '', 'Type')
  if (type === `${XENC}Element`) return 'element'
  if (type === `${XENC}Content`) return 'content'
  throw malformed('EncryptedData must be of the type Element or Content')
}

function replacedBy(
  data: XmlElement,
  type: PartType,
  root: XmlElement,
): Pick<LockedData, 'replaced' | 'parent'> {
  const [parent, above, third] = ancestorsOf(data, root)
  // WSS 1.1 §9: what is encrypted "MUST NOT include" Envelope, Header or Body.
  if (!parent || parent === root) throw malformed('Header or Body as a whole are encrypted')
  const wrapped = isNamed(parent, WSSE11, 'EncryptedHeader')
  const header = wrapped ? above : parent
  const inHeader = (wrapped ? third : above) === root && header?.local === 'Header'
  // One header block comes out for one that was there.
  if (inHeader && type === 'content') throw malformed('the content of Header is encrypted')
  if (!wrapped) return { replaced: data, parent }
  if (!inHeader || !header || dataIn(parent) !== data)
    throw malformed('EncryptedHeader is elsewhere')
  // WSS 1.1 §9.4.4: "replace the <wsse11:EncryptedHeader> element with the decrypted contents".
  return { replaced: parent, parent: header }
}

/** The elements around one, the innermost first. */
function ancestorsOf(element: XmlElement, root: XmlElement): readonly XmlElement[] {
  const ancestors: XmlElement[] = []
  for (let at: XmlElement | undefined = root; at && at !== element; ) {
    ancestors.unshift(at)
    at = childAround(at, element)
    if (!at) throw malformed('a DataReference to another document')
  }
  return ancestors
}

function childAround({ children }: XmlElement, { start, end }: XmlElement): XmlElement | undefined {
  for (const child of children) {
    if (typeof child !== 'string' && child.start <= start && end <= child.end) return child
  }
  return undefined
}
