/** Makes a key with a certificate by itself, or with a request for one. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { encodeName } from '../trust/names.js'
import { parseName } from '../trust/parse-name.js'
import { certificate, pem, publicKeyInfo, request } from './certificate.js'
import { alternativeNames, keyUsage, noAuthority, subjectKeyIdentifier } from './extensions.js'

/** Kinds of keys that are made, the first by default. */
export const KEY_TYPES = ['rsa', 'ec', 'ed25519'] as const

export interface Wish {
  readonly type: (typeof KEY_TYPES)[number]
  /** In the form of RFC 4514. */
  readonly subject: string
  /** Such as `DNS:bank.example`. */
  readonly names: readonly string[]
  /** When it begins to be valid, and when it ends. */
  readonly from: Date
  readonly until: Date
}

/** In PEM. */
export interface Created {
  readonly key: string
  /** The certificate, or the request for one. */
  readonly certificate: string
}

/** @throws TypeError for a subject or a name that is none */
export function createPair(
  { type, subject, names, from, until }: Wish,
  asRequest: boolean,
): Created {
  const name = parseName(subject)
  if (!name)
    throw new TypeError(`expected a subject such as CN=node,O=Example,C=NL, got ${subject}`)
  const key = createKey(type)
  const wanted = [
    noAuthority(),
    // An RSA key is encrypted to, an EC key agrees on a key; one of Ed25519 only signs.
    keyUsage('digitalSignature', 'nonRepudiation', ...ENCRYPTING[type]),
    ...(names.length > 0 ? [alternativeNames(names)] : []),
  ]
  const subjectName = encodeName(name)
  const made = asRequest
    ? pem('CERTIFICATE REQUEST', request(subjectName, key, wanted))
    : pem(
        'CERTIFICATE',
        certificate(
          {
            subject: subjectName,
            issuer: subjectName,
            from,
            until,
            key,
            extensions: [...wanted, subjectKeyIdentifier(publicKeyInfo(key))],
          },
          key,
        ),
      )
  return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate: made }
}

const ENCRYPTING = { rsa: ['keyEncipherment'], ec: ['keyAgreement'], ed25519: [] } as const

function createKey(type: Wish['type']): KeyObject {
  switch (type) {
    case 'rsa':
      return generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey
    case 'ec':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    case 'ed25519':
      return generateKeyPairSync('ed25519').privateKey
  }
}
