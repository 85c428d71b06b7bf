/** Messages by each suite of algorithms, made by the words of WS-SecurityPolicy 1.2 §6.1 and of CXF’s own suites. */
import { SUITES } from '../../../src/config/security.js'
import { type Sealing, sealing } from '../../../src/security/seal.js'
import { SoapVersions } from '../../../src/soap/version.js'
import { atOnce } from '../../../src/xml/walk.js'
import type { Issued } from './issue.js'

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const XENC = 'http://www.w3.org/2001/04/xmlenc#'
const XENC11 = 'http://www.w3.org/2009/xmlenc11#'
export const RSA_SHA1 = `${DS}rsa-sha1`
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'

export type Named = (typeof SUITES)[number]

export const NAMES: readonly Named[] = SUITES

interface Algorithms extends Pick<Sealing, 'cipher' | 'oaep' | 'signedBy'> {
  /** URIs of all that a message has, but that of its signature. */
  readonly uris: readonly string[]
}

/** The name says it: bits of the key, SHA-256 for digests or SHA-1, AES-GCM or AES-CBC. */
export function algorithmsOf(name: Named, algorithm = RSA_SHA1): Algorithms {
  const strong = name === 'strong'
  const bits = /128|192/.exec(name)?.[0] === '192' ? '192' : name.includes('128') ? '128' : '256'
  const gcm = strong || name.endsWith('GCM')
  const digest = strong || name.endsWith('Sha256') ? 'sha256' : 'sha1'
  return {
    cipher: `aes${bits}-${gcm ? 'gcm' : 'cbc'}`,
    oaep: strong ? 'sha256' : 'sha1',
    signedBy: { algorithm: strong ? RSA_SHA256 : algorithm, digest },
    uris: [
      EXCLUSIVE,
      digest === 'sha1' ? `${DS}sha1` : `${XENC}sha256`,
      `${gcm ? XENC11 : XENC}aes${bits}-${gcm ? 'gcm' : 'cbc'}`,
      `${XENC}rsa-oaep-mgf1p`,
      strong ? `${XENC}sha256` : `${DS}sha1`,
    ],
  }
}

/** Signs by one and encrypts to the other. */
export function suited(
  text: string,
  algorithms: Partial<Sealing>,
  by: Issued,
  to: Issued,
  at = Date.now(),
): string {
  return atOnce(
    sealing(text, {
      form: 'wss',
      sign: ['Body', 'Timestamp'],
      encrypt: ['Body'],
      key: { kind: 'signature', own: { ...by, chain: [] } },
      to: to.certificate,
      reference: 'issuer-serial',
      cipher: 'aes256-gcm',
      timestamp: 300_000,
      at,
      versions: new SoapVersions(),
      ...algorithms,
    }),
  ).text
}

/** All algorithms that a text names, each once. */
export function algorithmsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/ Algorithm="([^"]*)"/g)].map(([, uri = '']) => uri))].sort()
}
