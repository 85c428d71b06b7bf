/** Looks into the elements of XML Encryption strictly: what is there once is there once, and by value. */
import { includedIn } from '../../xml/binary.js'
import {
  attributeOf,
  childElements,
  elementText,
  isNamed,
  type XmlElement,
} from '../../xml/tree.js'
import { DS, XENC } from '../names.js'
import { failed, malformed } from './failed.js'

/** Characters of what is read at once. */
const SHORT = 16 * 1024

/** @throws SecurityFailure if there are two */
export function childOf(
  element: XmlElement,
  namespace: string,
  local: string,
): XmlElement | undefined {
  const [first, second] = childElements(element).filter((child) => isNamed(child, namespace, local))
  if (second) throw malformed(`${element.local} has several ${local}`)
  return first
}

/** @throws SecurityFailure unless there is one */
export function onlyChild(element: XmlElement, namespace: string, local: string): XmlElement {
  const child = childOf(element, namespace, local)
  if (!child) throw malformed(`${element.local} has no ${local}`)
  return child
}

/** @throws SecurityFailure if the element does not name its algorithm */
export function algorithmOf(element: XmlElement): string {
  const uri = attributeOf(element, '', 'Algorithm')
  if (uri === undefined) throw malformed(`${element.local} names no algorithm`)
  return uri
}

/** The algorithm that a child names; undefined if there is no such child. */
export function algorithmIn(element: XmlElement, namespace: string, local: string) {
  const child = childOf(element, namespace, local)
  return child && algorithmOf(child)
}

/** The CipherValue; what is elsewhere is not looked for. */
export function cipherElement(element: XmlElement): XmlElement {
  const data = onlyChild(element, XENC, 'CipherData')
  // XML Encryption 1.1 §3.3.1: CipherReference names a place outside; none is ever followed.
  const [value, ...others] = childElements(data)
  if (!value || others.length > 0 || !isNamed(value, XENC, 'CipherValue')) {
    throw malformed('CipherData must hold a CipherValue, and nothing else')
  }
  return value
}

/** Octets in base64: their text, or what stands for it. */
export function ciphertextOf(element: XmlElement): string | Uint8Array {
  const included = includedIn(element.children)
  if (!included) return plainText(element)
  if (!included.loaded) throw new TypeError('a ciphertext was not loaded')
  return included.loaded
}

function plainText(element: XmlElement): string {
  const included = includedIn(element.children)
  if (included && included.size > SHORT) throw failed()
  if (!included && childElements(element).length > 0) {
    throw malformed(`${element.local} holds elements`)
  }
  return elementText(element)
}

/** For keys, labels and other short octets, which are read at once. */
export function shortText(element: XmlElement): string {
  const text = plainText(element)
  if (text.length > SHORT) throw failed()
  return text
}

/** XML Signature §4.5.3: RetrievalMethod names a place outside; none is ever followed. */
export function keyInfoOf(element: XmlElement): XmlElement | undefined {
  const keyInfo = childOf(element, DS, 'KeyInfo')
  const retrieved = keyInfo?.children.some(
    (child) => typeof child !== 'string' && child.local === 'RetrievalMethod',
  )
  if (retrieved) throw malformed('RetrievalMethod is not followed')
  return keyInfo
}

/** Ids of what an xenc:ReferenceList names. */
export function dataReferences(list: XmlElement, most: number): readonly string[] {
  const references = childElements(list)
  if (references.length > most) throw malformed(`more than ${most} references to encrypted data`)
  return references.map((reference) => {
    const uri = attributeOf(reference, '', 'URI')
    if (!isNamed(reference, XENC, 'DataReference') || !uri?.startsWith('#') || uri.length < 2) {
      throw malformed('ReferenceList may hold DataReferences to ids only')
    }
    return uri.slice(1)
  })
}
