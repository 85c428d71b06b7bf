/** Encrypts parts of a message under a key that is made for it, and locks that key for a certificate's holder. */
import { createCipheriv, randomBytes, type X509Certificate } from 'node:crypto'
import { randomId } from '../../base/time.js'
import { cidOf } from '../../message/cid.js'
import { endOfPiece } from '../../xml/characters.js'
import { type Cut, inOrder, putInside } from '../../xml/splice.js'
import type { XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { escapeAttribute } from '../../xml/write.js'
import { writingBase64 } from '../../xml/write-base64.js'
import { ATTACHMENT_CIPHERTEXT, ATTACHMENT_CONTENT_ONLY, DS, WSSE, WSSE11, XENC } from '../names.js'
import type { SealedAttachments } from '../pending.js'
import { endOfStartTag } from '../position-of-text.js'
import { type Cipher, cipherNamed, type SealingCipher } from './algorithms.js'
import { isCbc, ivOctets } from './decipher.js'
import { lockKey } from './lock.js'

export interface Encryption {
  readonly source: string
  readonly parts: readonly EncryptedPart[]
  readonly to: X509Certificate
  readonly cipher: SealingCipher
  /** Digest of RSA-OAEP: WCF and xmlsec1 below 1.3 know none but `sha1`. Default: `sha256`. */
  readonly oaep?: 'sha1' | 'sha256' | undefined
  /** Text of the wsse:SecurityTokenReference, or other content of KeyInfo, that names the certificate. */
  readonly keyInfo: string
  /**
   * Text of the mustUnderstand, actor and relay attributes of the wsse:Security block, such as
   * ` s:mustUnderstand="1"`: an EncryptedHeader has them too. Default: none.
   */
  readonly attributes?: string | undefined
  /** The key that attachments are encrypted with already. Default: a new one. */
  readonly secret?: Buffer | undefined
  /** Those attachments. Default: none. */
  readonly beside?: SealedAttachments['encrypted'] | undefined
}

export interface EncryptedPart {
  readonly element: XmlElement
  /** `content` of Body, a `header` block, whole elements otherwise. */
  readonly type: 'element' | 'content' | 'header'
}

export interface Encrypted {
  /** The changes of the text, in ascending order. */
  readonly cuts: readonly Cut[]
  /** Text of the xenc:EncryptedKey that names them. */
  readonly encryptedKey: string
  /** Of each part, the Id of its EncryptedData. */
  readonly ids: ReadonlyMap<XmlElement, string>
}

export function* encrypting(encryption: Encryption): Walk<Encrypted> {
  const { to, keyInfo, oaep = 'sha256', beside = [] } = encryption
  const cipher = cipherNamed(encryption.cipher)
  const secret = encryption.secret ?? randomBytes(cipher.keyBytes)
  const keyId = `EK-${randomId()}`
  const cuts: Cut[] = []
  const ids = new Map<XmlElement, string>()
  const references: string[] = []
  for (const part of encryption.parts) {
    const id = `ED-${randomId()}`
    ids.set(part.element, id)
    references.push(`<xenc:DataReference URI="#${id}"/>`)
    const range = rangeOf(part, encryption.source)
    const octets = yield* enciphering(cipher, secret, encryption.source, range)
    const type = part.type === 'content' ? 'Content' : 'Element'
    const data =
      `<xenc:EncryptedData xmlns:xenc="${XENC}" Id="${id}" Type="${XENC}${type}">` +
      `<xenc:EncryptionMethod Algorithm="${cipher.uri}"/>${namedKey(keyId)}` +
      `<xenc:CipherData><xenc:CipherValue>${yield* writingBase64(octets)}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>`
    cuts.push(cutOf(part, encryption, data))
  }
  let ciphertexts = ''
  for (const attachment of beside) {
    const id = `ED-${randomId()}`
    references.push(`<xenc:DataReference URI="#${id}"/>`)
    ciphertexts += encryptedBeside(id, attachment, cipher, namedKey(keyId))
  }
  const encryptedKey =
    `<xenc:EncryptedKey xmlns:xenc="${XENC}" Id="${keyId}">${lockKey(secret, to, keyInfo, oaep)}` +
    `<xenc:ReferenceList>${references.join('')}</xenc:ReferenceList></xenc:EncryptedKey>${ciphertexts}`
  return { cuts: inOrder(cuts), encryptedKey, ids }
}

/** SwA Profile 1.1 §5.5.3: the ciphertext is the content of the attachment. */
function encryptedBeside(
  id: string,
  { id: cid, contentType }: SealedAttachments['encrypted'][number],
  { uri }: Cipher,
  keyInfo: string,
): string {
  const transform = `<ds:Transform xmlns:ds="${DS}" Algorithm="${ATTACHMENT_CIPHERTEXT}"/>`
  return (
    `<xenc:EncryptedData xmlns:xenc="${XENC}" Id="${id}" Type="${ATTACHMENT_CONTENT_ONLY}" MimeType="${escapeAttribute(contentType)}">` +
    `<xenc:EncryptionMethod Algorithm="${uri}"/>${keyInfo}<xenc:CipherData>` +
    `<xenc:CipherReference URI="${escapeAttribute(cidOf(cid))}"><xenc:Transforms>${transform}</xenc:Transforms></xenc:CipherReference>` +
    '</xenc:CipherData></xenc:EncryptedData>'
  )
}

/**
 * XML Encryption 1.1 §5.2.4, or §5.2.2: padding whose last octet is the number of its octets is that of PKCS #7, too.
 */
function* enciphering(
  { name }: Cipher,
  secret: Buffer,
  source: string,
  { start, end }: Pick<Cut, 'start' | 'end'>,
): Walk<Buffer> {
  const iv = randomBytes(ivOctets(name))
  if (isCbc(name)) {
    const cipher = createCipheriv(name, secret, iv)
    const pieces = yield* updating(cipher, source, start, end)
    return Buffer.concat([iv, ...pieces, cipher.final()])
  }
  const cipher = createCipheriv(name, secret, iv)
  const pieces = yield* updating(cipher, source, start, end)
  return Buffer.concat([iv, ...pieces, cipher.final(), cipher.getAuthTag()])
}

function* updating(
  cipher: ReturnType<typeof createCipheriv>,
  source: string,
  start: number,
  end: number,
): Walk<readonly Buffer[]> {
  const pieces: Buffer[] = []
  for (let at = start; at < end; ) {
    const next = endOfPiece(source, at, end, false)
    pieces.push(cipher.update(source.slice(at, next), 'utf8'))
    at = next
    yield
  }
  return pieces
}

/** X.509 Token Profile 1.1 §3.3 and WSS 1.1 §7.7: the key that is locked beside it. */
function namedKey(id: string): string {
  const type = 'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey'
  return (
    `<ds:KeyInfo xmlns:ds="${DS}"><wsse:SecurityTokenReference xmlns:wsse="${WSSE}" ` +
    `xmlns:wsse11="${WSSE11}" wsse11:TokenType="${type}"><wsse:Reference URI="#${id}"/>` +
    '</wsse:SecurityTokenReference></ds:KeyInfo>'
  )
}

/** Offsets of what is encrypted. */
function rangeOf({ element, type }: EncryptedPart, source: string) {
  if (type !== 'content') return element
  const start = endOfStartTag(element, source)
  // The end tag of an element holds no `<` but its first character.
  return { start, end: Math.max(start, source.lastIndexOf('</', element.end - 1)) }
}

function cutOf(part: EncryptedPart, encryption: Encryption, data: string): Cut {
  const { element, type } = part
  const { source, attributes = '' } = encryption
  if (type === 'content') {
    // One without content gets an end tag.
    if (source[element.end - 2] === '/') return putInside(element, source, data)
    return { ...rangeOf(part, source), insert: data }
  }
  const { start, end } = element
  // WSS 1.1 §9.4.3: the attributes of the wsse:Security block "MUST be copied" to it.
  const wrapped = `<wsse11:EncryptedHeader xmlns:wsse11="${WSSE11}"${attributes}>${data}</wsse11:EncryptedHeader>`
  return { start, end, insert: type === 'header' ? wrapped : data }
}
