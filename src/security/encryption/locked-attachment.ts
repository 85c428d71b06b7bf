/** Reads an xenc:EncryptedData whose ciphertext is an attachment (SwA Profile 1.1 §5.5). */
import { idIn } from '../../message/cid.js'
import { attributeOf, childElements, isNamed, type XmlElement } from '../../xml/tree.js'
import {
  ATTACHMENT_CIPHERTEXT,
  ATTACHMENT_CONTENT_ONLY,
  ATTACHMENT_WHOLE,
  DS,
  XENC,
} from '../names.js'
import type { PendingDecryption } from '../pending.js'
import { type Cipher, cipherOf } from './algorithms.js'
import { malformed, unsupported } from './failed.js'
import { algorithmOf, onlyChild } from './parts.js'

export interface LockedAttachment {
  readonly cipher: Cipher & { readonly name: PendingDecryption['cipher'] }
  /** Its Content-ID. */
  readonly id: string
  /** The Content-Type that it has once it is decrypted. */
  readonly contentType: string
}

/** True for what is encrypted beside the envelope. */
export function isAttachment(element: XmlElement): boolean {
  const type = attributeOf(element, '', 'Type')
  return type === ATTACHMENT_CONTENT_ONLY || type === ATTACHMENT_WHOLE
}

/** @throws SecurityFailure */
export function readLockedAttachment(data: XmlElement): LockedAttachment {
  if (!isNamed(data, XENC, 'EncryptedData')) throw malformed('a DataReference to something else')
  if (attributeOf(data, '', 'Type') === ATTACHMENT_WHOLE) throw unsupported(ATTACHMENT_WHOLE)
  const cipher = cipherOf(algorithmOf(onlyChild(data, XENC, 'EncryptionMethod')))
  // Whether it was changed must show without what it is decrypted to.
  if (!isAuthentic(cipher)) throw unsupported(cipher.uri)
  const id = readReference(onlyChild(data, XENC, 'CipherData'))
  const contentType = attributeOf(data, '', 'MimeType') ?? 'application/octet-stream'
  if (!/^[\t -~]{1,1000}$/.test(contentType)) throw malformed('the MimeType of an EncryptedData')
  return { cipher, id, contentType }
}

function isAuthentic(cipher: Cipher): cipher is LockedAttachment['cipher'] {
  return cipher.name.endsWith('-gcm')
}

/** SwA Profile 1.1 §5.5.2: the only thing that a CipherReference may name is a part of this message. */
function readReference(data: XmlElement): string {
  const [reference, ...others] = childElements(data)
  if (!reference || others.length > 0 || !isNamed(reference, XENC, 'CipherReference')) {
    throw malformed('CipherData of an attachment must hold a CipherReference, and nothing else')
  }
  const id = idIn(attributeOf(reference, '', 'URI'))
  if (id === undefined) throw malformed('a CipherReference to something else than an attachment')
  const [transform, ...more] = childElements(onlyChild(reference, XENC, 'Transforms'))
  if (!transform || more.length > 0 || !isNamed(transform, DS, 'Transform')) {
    throw malformed('a CipherReference has other than one Transform')
  }
  const algorithm = algorithmOf(transform)
  if (algorithm !== ATTACHMENT_CIPHERTEXT) throw unsupported(algorithm)
  return id
}
