/** Makes a `ds:Signature` over elements of the tree, in a text that may stand anywhere. */
import type { KeyObject } from 'node:crypto'
import { cidOf } from '../../message/cid.js'
import { isNcName } from '../../xml/characters.js'
import type { XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { escapeAttribute } from '../../xml/write.js'
import type { SigningKey } from '../keys.js'
import { ATTACHMENT_COMPLETE, DS } from '../names.js'
import type { Work } from '../work.js'
import { ALGORITHMS, BY_NAME, HMAC_SHA256, type SignatureAlgorithm } from './algorithms.js'
import { DIGESTS, digesting, type HashName } from './digests.js'
import { signatureValue } from './keys.js'
import { listingPrefixes, writePrefixes } from './prefix-list.js'
import { EXCLUSIVE } from './uris.js'

/** An element with its id, or an attachment with its Content-ID and its digest. */
export type SignedPart =
  | { readonly id: string; readonly element: XmlElement }
  | { readonly cid: string; readonly digest: Buffer }

/** What a suite says: algorithms that nobody chooses by themselves are among them. */
export interface SignedBy {
  /** URI of the signature algorithm. */
  readonly algorithm: string
  /** Of References, and of attachments. */
  readonly digest: HashName
}

export interface Signing {
  readonly references: readonly SignedPart[]
  readonly key: SigningKey
  /** Default: as the key is, with SHA-256. */
  readonly signedBy?: SignedBy | undefined
  /** What the elements were read from. */
  readonly source: string
  /** Bounds what is digested, as whoever verifies it does. */
  readonly work: Work
  /** Text of KeyInfo's content, with its own namespace declarations. Default: none. */
  readonly keyInfo?: string | undefined
}

/**
 * @returns the text of a `ds:Signature`, which may stand anywhere, and its value in base64
 * @throws TypeError for a key that the algorithm does not take, and for an id that is no NCName
 */
export function* writingSignature(
  signing: Signing,
): Walk<{ readonly text: string; readonly value: string }> {
  const { signedBy } = signing
  const { uri, algorithm, key } = signerOf(signing.key, signedBy)
  const digest = digestWith(signedBy?.digest ?? algorithm.hash ?? 'sha256')
  let references = ''
  for (const part of signing.references) {
    if ('cid' in part) {
      references += referenceToAttachment(part, signedBy?.digest)
      continue
    }
    const { id, element } = part
    if (!isNcName(id)) throw new TypeError(`${JSON.stringify(id)} is not an id`)
    const inclusive = yield* listingPrefixes(element)
    const found = yield* digesting(
      digest.hash,
      element,
      { inclusive, source: signing.source },
      signing.work.digests,
    )
    references +=
      `<ds:Reference URI="#${id}"><ds:Transforms>${exclusive(inclusive)}</ds:Transforms>` +
      `${method('DigestMethod', digest.uri)}<ds:DigestValue>${found.toString('base64')}</ds:DigestValue></ds:Reference>`
  }
  const inside =
    method('CanonicalizationMethod', EXCLUSIVE) + method('SignatureMethod', uri) + references
  // SignedInfo in its canonical form: there the declaration of its prefix is on itself.
  const canonical = `<ds:SignedInfo xmlns:ds="${DS}">${inside}</ds:SignedInfo>`
  const octets = signatureValue(key, algorithm, canonical)
  const value = octets.toString('base64')
  const { keyInfo } = signing
  const text =
    `<ds:Signature xmlns:ds="${DS}"><ds:SignedInfo>${inside}</ds:SignedInfo>` +
    `<ds:SignatureValue>${value}</ds:SignatureValue>` +
    `${keyInfo === undefined ? '' : `<ds:KeyInfo>${keyInfo}</ds:KeyInfo>`}</ds:Signature>`
  return { text, value }
}

/** SwA Profile 1.1 §5.4.3 */
function referenceToAttachment(
  { cid, digest }: Extract<SignedPart, { readonly cid: string }>,
  name: HashName = 'sha256',
) {
  const { uri } = digestWith(name)
  return (
    `<ds:Reference URI="${escapeAttribute(cidOf(cid))}"><ds:Transforms>${method('Transform', ATTACHMENT_COMPLETE)}</ds:Transforms>` +
    `${method('DigestMethod', uri)}<ds:DigestValue>${digest.toString('base64')}</ds:DigestValue></ds:Reference>`
  )
}

/**
 * BSP 1.1 R5405 and R5407: the prefixes that the element does not visibly utilize, as far as there are any.
 */
function exclusive(inclusive: ReadonlySet<string>): string {
  if (inclusive.size === 0) return method('Transform', EXCLUSIVE)
  const list = writePrefixes(inclusive)
  return (
    `<ds:Transform Algorithm="${EXCLUSIVE}"><ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" ` +
    `PrefixList="${list}"></ec:InclusiveNamespaces></ds:Transform>`
  )
}

/** Without self-closing tags, as in the canonical form. */
function method(name: string, uri: string): string {
  return `<ds:${name} Algorithm="${uri}"></ds:${name}>`
}

interface Signer {
  readonly uri: string
  readonly algorithm: SignatureAlgorithm
  readonly key: KeyObject
}

function signerOf(key: SigningKey, signedBy: SignedBy | undefined): Signer {
  if (signedBy) {
    const { algorithm: uri } = signedBy
    return { uri, algorithm: algorithmAt(uri), key: key.kind === 'mac' ? key.key : key.own.key }
  }
  if (key.kind === 'mac') return namedSigner(HMAC_SHA256, key.key)
  const name = key.algorithm ?? usualFor(key.own.key)
  return namedSigner(BY_NAME.get(name) ?? name, key.own.key)
}

function namedSigner(uri: string, key: KeyObject): Signer {
  const algorithm = algorithmAt(uri)
  if (algorithm.weak) throw new TypeError(`nothing is signed with ${uri}`)
  return { uri, algorithm, key }
}

function algorithmAt(uri: string): SignatureAlgorithm {
  const algorithm = ALGORITHMS.get(uri)
  if (!algorithm) throw new TypeError(`nothing is signed with ${uri}`)
  return algorithm
}

/** As the key is, with SHA-256. */
function usualFor({ asymmetricKeyType: type }: KeyObject): string {
  switch (type) {
    case 'rsa':
      return 'rsa-sha256'
    case 'rsa-pss':
      return 'rsa-pss-sha256'
    case 'ec':
      return 'ecdsa-sha256'
    case 'ed25519':
      return 'ed25519'
    default:
      throw new TypeError(`a key of type ${type} signs nothing`)
  }
}

function digestWith(name: HashName): { readonly hash: HashName; readonly uri: string } {
  for (const [uri, { hash }] of DIGESTS) if (hash === name) return { hash, uri }
  throw new TypeError(`there is no digest ${name}`)
}
