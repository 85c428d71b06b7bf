/** Signs messages with this node's core of XML Signature, and verifies them, without any security block around. */
import { createSecretKey, type KeyObject } from 'node:crypto'
import type { SigningKey } from '../../../src/security/keys.js'
import { SOAP_SEC, WSU } from '../../../src/security/names.js'
import {
  readingIds,
  readSignature,
  type Verification,
  verifyingSignature,
  writingSignature,
} from '../../../src/security/signature/signature.js'
import { Work } from '../../../src/security/work.js'
import { readDocument } from '../../../src/xml/read.js'
import { clarkName, isNamed, type XmlElement } from '../../../src/xml/tree.js'
import { atOnce } from '../../../src/xml/walk.js'
import { elementsOf } from '../canonical.js'
import { NS11 } from '../wire/envelopes.js'
import { certificates } from './certificates.js'

export const DS = 'http://www.w3.org/2000/09/xmldsig#'
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const SHARED = createSecretKey(Buffer.from('0123456789abcdef0123456789abcdef'))

/** An envelope with a signature in its SOAP-SEC:Signature, and things to sign. */
export function envelopeWith(signature: string, body = '<q:Add a="1"><b>2</b></q:Add>'): string {
  return (
    `<?xml version="1.0"?>\n<s:Envelope xmlns:s="${NS11}" xmlns:sec="${SOAP_SEC}" xmlns:wsu="${WSU}" xmlns="u:d">` +
    `<s:Header><sec:Signature>${signature}</sec:Signature><t:To xmlns:t="u:t" wsu:Id="To">here</t:To></s:Header>` +
    `<s:Body sec:id="Body" xmlns:q="u:q">\n${body}</s:Body></s:Envelope>`
  )
}

/** A key for each algorithm, with what verifies it; the name as in the configuration. */
export function signers(): readonly (readonly [name: string, SigningKey, KeyObject])[] {
  const { rsa, rsa3072, ec, ec384, ed25519 } = certificates()
  const own = (issued: typeof rsa, algorithm: string) =>
    [
      algorithm,
      { kind: 'signature', own: { ...issued, chain: [] }, algorithm },
      issued.certificate.publicKey,
    ] as const
  return [
    own(rsa, 'rsa-sha256'),
    own(rsa, 'rsa-sha384'),
    own(rsa3072, 'rsa-sha512'),
    own(rsa, 'rsa-pss-sha256'),
    own(rsa3072, 'rsa-pss-sha512'),
    own(ec, 'ecdsa-sha256'),
    own(ec384, 'ecdsa-sha384'),
    own(ec, 'ecdsa-sha512'),
    own(ed25519, 'ed25519'),
    ['hmac-sha256', { kind: 'mac', key: SHARED, name: 'shared' }, SHARED],
  ]
}

/** As much as nobody needs. */
const WORK = new Work(Number.MAX_SAFE_INTEGER, (why) => new Error(why))

/** The text of an envelope in which elements with these ids are signed. */
export function sign(
  key: SigningKey,
  ids: readonly string[] = ['Body'],
  envelope = envelopeWith,
): string {
  const source = envelope('')
  const { elementOf } = atOnce(readingIds(readDocument(source), true))
  const references = ids.map((id) => {
    const element = elementOf(id)
    if (!element) throw new Error(`there is no element ${id}`)
    return { id, element }
  })
  return envelope(atOnce(writingSignature({ references, key, source, work: WORK })).text)
}

export function signatureIn(root: XmlElement): XmlElement {
  const found = elementsOf(root).find((element) => isNamed(element, DS, 'Signature'))
  if (!found) throw new Error('there is no ds:Signature')
  return found
}

/** The names of what the signature in a document covers. @throws SecurityFailure */
export function verified(
  text: string,
  key: KeyObject,
  options: Partial<Verification> = {},
): readonly string[] {
  const root = readDocument(text)
  const parts = readSignature(signatureIn(root))
  const { elementOf } = atOnce(readingIds(root, true))
  const verification = {
    root,
    source: text,
    elementOf,
    allows: () => false,
    work: WORK,
    ...options,
  }
  const covered = atOnce(verifyingSignature(parts, key, verification))
  return covered.map(({ element }) => clarkName(element))
}
