/** Seals and opens messages in tests: two peers, alice and bob, and a node that knows their certificates. */
import { createSecretKey, type X509Certificate } from 'node:crypto'
import { SecurityFailure } from '../../../src/security/failure.js'
import type { OwnKey, SigningKey, Trust } from '../../../src/security/keys.js'
import { isSecurityBlock, type Opened, type Opening, opening } from '../../../src/security/open.js'
import { type Sealed, type Sealing, sealing } from '../../../src/security/seal.js'
import { tiedOf } from '../../../src/security/tied.js'
import { detailsOf } from '../../../src/security/trust/details.js'
import { Directory } from '../../../src/security/trust/directory.js'
import type { Tied } from '../../../src/security/verdict.js'
import { DEFAULT_ENVELOPE_LIMITS, parseEnvelope } from '../../../src/soap/envelope.js'
import { readHeaderBlock } from '../../../src/soap/header-block.js'
import { SOAP_11, SOAP_12, SoapVersions, type VersionName } from '../../../src/soap/version.js'
import { DEFAULT_XML_LIMITS } from '../../../src/xml/limits.js'
import { clarkName, type XmlElement } from '../../../src/xml/tree.js'
import { atOnce } from '../../../src/xml/walk.js'
import { certificates, type Issued } from './certificates.js'
import { signed } from './forge/sign.js'
import { body, namespaceOfSoap, reference, SEC, WSSE } from './forge/texts.js'

export const VERSIONS = new SoapVersions()
export const NOW = Date.parse('2026-03-01T12:00:00Z')
export const SECRET = createSecretKey(Buffer.from('0123456789abcdef0123456789abcdef'))
export const PASSWORD = 'open sesame'

export function ownKey(
  { key, certificate }: Issued,
  chain: readonly X509Certificate[] = [],
): OwnKey {
  return { key, certificate, chain }
}

export const alice = (): OwnKey => ownKey(certificates().rsa)
export const bob = (): OwnKey => ownKey(certificates().ec)
/** The node's own. */
export const node = (): OwnKey => ownKey(certificates().rsa3072)

/** Knows alice and bob by their certificates, carol by those of an intermediate authority. */
export function trust(changed: Partial<Trust> = {}): Trust {
  const peers = [
    ['alice', alice().certificate],
    ['bob', bob().certificate],
    ['ed', certificates().ed25519.certificate],
  ] as const
  const { intermediate, authority } = certificates()
  return {
    decide(certificate, others) {
      const [peer] = peers.find(([, existing]) => existing.raw.equals(certificate.raw)) ?? []
      if (peer !== undefined) return { trusted: true, peer, chain: [certificate] }
      const linked = others.some((other) => other.raw.equals(intermediate.certificate.raw))
      if (linked && certificate.verify(intermediate.certificate.publicKey)) {
        const chain = [certificate, intermediate.certificate, authority.certificate]
        return { trusted: true, peer: 'carol', chain }
      }
      return { trusted: false, why: 'no peer has it' }
    },
    find: (reference) =>
      new Directory(peers.map(([, certificate]) => detailsOf(certificate))).find(reference),
    sharedKey: (name) =>
      name === undefined || name === 'shared'
        ? { peer: 'bob', name: 'shared', key: SECRET }
        : undefined,
    digestPassword: (user) =>
      user === 'alice' ? { peer: 'alice', password: PASSWORD } : undefined,
    checkPassword: async (user, password) =>
      user === 'alice' && password === PASSWORD ? 'alice' : undefined,
    allows: () => false,
    encryptTo: () => undefined,
    ...changed,
  }
}

export const BODY = '<m:Add xmlns:m="urn:m"><m:a>1</m:a><m:b>2</m:b></m:Add>'

export interface Letter {
  readonly soap?: VersionName
  /** Texts of header blocks. */
  readonly blocks?: readonly string[]
  readonly body?: string
}

/** The text of an envelope. The prefix of SOAP is `s`. */
export function letter({ soap = '1.1', blocks = [], body: content = BODY }: Letter = {}): string {
  const { namespace } = soap === '1.1' ? SOAP_11 : SOAP_12
  const header = blocks.length === 0 ? '' : `<s:Header>${blocks.join('')}</s:Header>`
  return `<s:Envelope xmlns:s="${namespace}">${header}<s:Body>${content}</s:Body></s:Envelope>`
}

export const WITH_KEY = (own: OwnKey): SigningKey => ({ kind: 'signature', own })

/** Seals as alice does, if nothing else is said: WS-Security, Body signed. */
export function sealed(text: string, changed: Partial<Sealing> = {}): Sealed {
  return atOnce(
    sealing(text, {
      form: 'wss',
      sign: ['Body'],
      encrypt: [],
      key: WITH_KEY(alice()),
      reference: 'token',
      cipher: 'aes256-gcm',
      at: NOW,
      versions: VERSIONS,
      ...changed,
    }),
  )
}

/** Opens as the node does, which is the ultimate receiver. */
export function opened(text: string, changed: Partial<Opening> = {}): Opened {
  const envelope = parseEnvelope(text, VERSIONS)
  const blocks = envelope.blocks
    .map((block) => readHeaderBlock(block, envelope.version))
    .filter(isSecurityBlock)
  return atOnce(
    opening({
      envelope,
      blocks,
      trust: trust(),
      keys: [node()],
      at: NOW,
      clockSkew: 300_000,
      fresh: true,
      secure: false,
      strict: true,
      versions: VERSIONS,
      limits: { ...DEFAULT_XML_LIMITS, ...DEFAULT_ENVELOPE_LIMITS },
      ...changed,
    }),
  )
}

/** Code and reason of a refusal; undefined if the message is taken. */
export function refusal(
  text: string,
  changed?: Partial<Opening>,
): { readonly code: string; readonly why: string } | undefined {
  try {
    opened(text, changed)
  } catch (error) {
    if (error instanceof SecurityFailure) return { code: error.code, why: error.message }
    throw error
  }
  return undefined
}

/** What a sender has signed and is of one message: all signatures are alice's if nothing else is said. */
export function aloneBy({ verdict, envelope: from }: Opened, peer = 'alice'): Tied {
  return tiedOf(verdict, peer, from)[0]
}

/** Local names of what the signatures cover. */
export function covered({ verdict }: Opened): readonly string[] {
  return verdict.signatures.flatMap(({ covers }) => covers.map(({ local }) => local))
}

export function names(elements: readonly XmlElement[]): readonly string[] {
  return elements.map(clarkName)
}

/** An Envelope whose Header has these blocks; Body has the id `Body`. */
export function envelope(blocks: string, soap: VersionName = '1.1', content = BODY): string {
  const namespace = namespaceOfSoap(soap)
  return `<s:Envelope xmlns:s="${namespace}"><s:Header>${blocks}</s:Header>${body(soap, content, 'Body')}</s:Envelope>`
}

/** A wsse:Security block; `s` is bound. */
export function security(children: string, attributes = ' s:mustUnderstand="1"'): string {
  return `<wsse:Security xmlns:wsse="${WSSE}"${attributes}>${children}</wsse:Security>`
}

/** A SOAP-SEC:Signature entry; `s` is bound. */
export function entry(children: string, attributes = ' s:mustUnderstand="1"'): string {
  return `<sec:Signature xmlns:sec="${SEC}"${attributes}>${children}</sec:Signature>`
}

/** The Reference to Body. */
export function toBody(soap: VersionName = '1.1', content = BODY): string {
  return reference('#Body', body(soap, content, 'Body'))
}

/** A ds:Signature of alice's over Body, if nothing else is said. */
export function signature(
  keyInfo: string,
  references: readonly string[] = [toBody()],
  { key }: Pick<OwnKey, 'key'> = alice(),
): string {
  return signed(references, key, keyInfo)
}
