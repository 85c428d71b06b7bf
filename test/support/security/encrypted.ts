/** Messages with encrypted parts, and their decryption, without the steps around it. */
import type { X509Certificate } from 'node:crypto'
import {
  type Decryption,
  decrypting,
  type Encryption,
  encrypting,
} from '../../../src/security/encryption/encryption.js'
import type { OwnKey } from '../../../src/security/keys.js'
import { DS, WSSE, WSSE11, WSU, XENC } from '../../../src/security/names.js'
import { DEFAULT_XML_LIMITS } from '../../../src/xml/limits.js'
import { readDocument } from '../../../src/xml/read.js'
import { inOrder, splice } from '../../../src/xml/splice.js'
import { attributeOf, childElements, isNamed, type XmlElement } from '../../../src/xml/tree.js'
import { atOnce } from '../../../src/xml/walk.js'
import type { Issued } from './issue.js'

export const NS = 'http://schemas.xmlsoap.org/soap/envelope/'

export const ENVELOPE =
  `<s:Envelope xmlns:s="${NS}" xmlns:o="urn:o"><s:Header><o:Block s:mustUnderstand="1" a=">">secret &amp; block</o:Block></s:Header>` +
  '<s:Body id="\'>"><o:Order><o:Number>4711 \u00fc\u{1F600}</o:Number></o:Order></s:Body></s:Envelope>'

export function every(root: XmlElement, test: (element: XmlElement) => boolean): XmlElement[] {
  const inside = childElements(root).flatMap((child) => every(child, test))
  return test(root) ? [root, ...inside] : inside
}

export function first(root: XmlElement, local: string): XmlElement {
  const [found] = every(root, (element) => element.local === local)
  if (!found) throw new Error(`no ${local}`)
  return found
}

export function ownKey({ key, certificate }: Issued): OwnKey {
  return { key, certificate, chain: [] }
}

/** KeyInfo as the tests name certificates: by subject. */
export function named({ subject }: X509Certificate): string {
  return `<ds:KeyName>${subject.replaceAll('\n', ',')}</ds:KeyName>`
}

export interface Wanted extends Partial<Pick<Encryption, 'cipher' | 'oaep' | 'attributes'>> {
  readonly source?: string
  /** Local names, with what is encrypted of them. Default: the content of Body. */
  readonly parts?: Readonly<Record<string, 'element' | 'content' | 'header'>>
}

/** The text of the message, encrypted, with a wsse:Security block as first block. */
export function encrypted(to: X509Certificate, wanted: Wanted = {}): string {
  const { source = ENVELOPE, parts = { Body: 'content' }, cipher = 'aes256-gcm', ...rest } = wanted
  const root = readDocument(source)
  const { cuts, encryptedKey } = atOnce(
    encrypting({
      source,
      to,
      cipher,
      keyInfo: named(to),
      parts: Object.entries(parts).map(([local, type]) => ({ element: first(root, local), type })),
      ...rest,
    }),
  )
  const security = `<wsse:Security xmlns:wsse="${WSSE}">${encryptedKey}</wsse:Security>`
  const at = source.indexOf('<s:Header>') + '<s:Header>'.length
  return splice(source, inOrder([{ start: at, end: at, insert: security }, ...cuts]))
}

/** Decrypts what the security block of a message names. */
export function decryptionOf(
  text: string,
  keys: readonly OwnKey[],
  allowed: readonly string[] = [],
): Decryption {
  const root = readDocument(text)
  const security = every(root, (element) => isNamed(element, WSSE, 'Security'))[0] ?? root
  return {
    root,
    blocks: childElements(security).filter(
      ({ namespace, local }) => namespace === XENC && /^(EncryptedKey|ReferenceList)$/.test(local),
    ),
    elementOf: (id) =>
      every(
        root,
        (element) =>
          attributeOf(element, '', 'Id') === id || attributeOf(element, WSU, 'Id') === id,
      )[0],
    keyOf: (keyInfo) => {
      const name = every(keyInfo, (element) => isNamed(element, DS, 'KeyName'))[0]?.children[0]
      return keys.find(({ certificate }) => certificate.subject.replaceAll('\n', ',') === name)
    },
    allows: (algorithm) => allowed.includes(algorithm),
    limits: DEFAULT_XML_LIMITS,
  }
}

/** The text of the message with its parts decrypted; the security block stays. */
export function decrypted(
  text: string,
  keys: readonly OwnKey[],
  allowed: readonly string[] = [],
): string {
  return splice(text, atOnce(decrypting(decryptionOf(text, keys, allowed))).cuts)
}

/** The text without its security block. */
export function bare(text: string): string {
  return text.replace(/<wsse:Security .*<\/wsse:Security>/s, '')
}

export const ENCRYPTED_HEADER = `<wsse11:EncryptedHeader xmlns:wsse11="${WSSE11}"`
