/** Variants: everything in the message is as it must be, and somebody else's key has signed it. */
import { createSecretKey, type KeyObject } from 'node:crypto'
import { forgedBody, type Kit, type Letter, letter, securityOf, write } from '../forge/letter.js'
import { type SignedInfoOptions, signedInfo, valueFor } from '../forge/sign.js'
import {
  DS,
  HMAC_SHA256,
  issuerSerial,
  PKI_PATH,
  RSA_SHA256,
  reference,
  token,
  tokenReference,
  toToken,
  WSSE,
  x509Certificate,
  x509Data,
} from '../forge/texts.js'
import type { Issued } from '../issue.js'
import { type Variant, WSS } from './variant.js'

/** A signature over the forged Body and the real Timestamp, by any key. */
function by(kit: Kit, key: KeyObject, options: SignedInfoOptions = {}): Letter {
  const honest = letter(kit)
  const body = forgedBody(kit)
  const time = honest.tokens.slice(honest.tokens.indexOf('<wsu:Timestamp'))
  const over = [reference('#Body', body), ...(time === '' ? [] : [reference('#Time', time)])]
  const info = signedInfo(over, options)
  return { ...honest, body, info, value: valueFor(info, key) }
}

/** Signed with mallory's key; KeyInfo and tokens say what they say. */
function hers(
  name: string,
  change: (letter: Letter) => Partial<Letter>,
  more: Partial<Variant> = {},
): Variant {
  const build = (kit: Kit) => {
    const letter = by(kit, kit.mallory.key)
    return write({ ...letter, ...change(letter) })
  }
  return { name, build, ...more }
}

function withToken({ tokens, kit: { alice } }: Letter, { certificate }: Issued): string {
  return tokens.replace(
    alice.certificate.raw.toString('base64'),
    certificate.raw.toString('base64'),
  )
}

/** Signed by who shows this certificate, in the way of the form. */
const shown = (
  name: string,
  who: (kit: Kit) => Issued,
  others: (kit: Kit) => readonly Issued[] = () => [],
): Variant => ({
  name,
  build: (kit) => {
    const signer = who(kit)
    const forged = by(kit, signer.key)
    const chain = others(kit).map(({ certificate }) => x509Certificate(certificate.raw))
    const keyInfo = x509Data([x509Certificate(signer.certificate.raw), ...chain].join(''))
    return kit.form === 'wss' && chain.length === 0
      ? write({ ...forged, tokens: withToken(forged, signer) })
      : write({ ...forged, keyInfo: kit.form === 'wss' ? tokenReference(keyInfo) : keyInfo })
  },
})

const secret = (bytes: Uint8Array | string) => createSecretKey(Buffer.from(bytes as string))

/** With the certificate of alice, with a name that has a shared key, and with no name at all. */
const mac = (
  name: string,
  key: (kit: Kit) => KeyObject,
  method = '',
  cut?: number,
): readonly Variant[] =>
  (
    [
      ['alice’s certificate', ({ keyInfo }) => keyInfo],
      ['the name of a peer with a shared key', () => '<ds:KeyName>bob</ds:KeyName>'],
      ['the name of a peer without one', () => '<ds:KeyName>alice</ds:KeyName>'],
      ['nothing', () => ''],
    ] as const satisfies readonly (readonly [string, (letter: Letter) => string])[]
  ).map(([shown, keyInfo]) => ({
    name: `${name}, and KeyInfo has ${shown}`,
    build: (kit) => {
      const forged = by(kit, key(kit), { algorithm: HMAC_SHA256, method })
      const value = Buffer.from(forged.value, 'base64').subarray(0, cut).toString('base64')
      return write({ ...forged, value, keyInfo: keyInfo(forged) })
    },
  }))

const pem = ({ certificate }: Issued) =>
  certificate.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const der = ({ certificate }: Issued) =>
  certificate.publicKey.export({ type: 'spki', format: 'der' })

function keyValue({ certificate }: Issued): string {
  const { n = '', e = '' } = certificate.publicKey.export({ format: 'jwk' })
  const plain = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  return `<ds:KeyValue xmlns:ds="${DS}"><ds:RSAKeyValue><ds:Modulus>${plain(n)}</ds:Modulus><ds:Exponent>${plain(e)}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`
}

const length = (bits: number) => `<ds:HMACOutputLength>${bits}</ds:HMACOutputLength>`

const macs: readonly Variant[] = [
  ...mac('HMAC with the public key as secret, in PEM', ({ alice }) => secret(pem(alice))),
  ...mac('HMAC with the public key as secret, in PEM without its last line end', ({ alice }) =>
    secret(pem(alice).trim()),
  ),
  ...mac('HMAC with the public key as secret, in DER', ({ alice }) => secret(der(alice))),
  ...mac('HMAC with the certificate as secret, in DER', ({ alice }) =>
    secret(alice.certificate.raw),
  ),
  ...mac('HMAC with the certificate as secret, in PEM', ({ alice }) => secret(alice.pem)),
  ...mac('HMAC with the certificate as secret, in base64', ({ alice }) =>
    secret(alice.certificate.raw.toString('base64')),
  ),
  ...mac('HMAC with an empty secret', () => secret('')),
  ...mac('HMAC with the peer’s name as secret', () => secret('alice')),
  ...mac('HMAC cut to one bit', () => secret('any'), length(1), 1),
  ...mac('HMAC cut to nothing', () => secret('any'), length(0), 0),
  ...mac('HMAC cut to eight bits', () => secret('any'), length(8), 1),
  ...mac('HMAC cut without a word about it', () => secret('any'), '', 1),
]

const algorithms = [
  ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'RSA with SHA-1'],
  ['http://www.w3.org/2000/09/xmldsig#dsa-sha1', 'DSA'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-md5', 'RSA with MD5'],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', 'ECDSA by an RSA key'],
  ['http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519', 'Ed25519 by an RSA key'],
  ['urn:example:none', 'no known algorithm'],
  ['', 'an empty algorithm'],
] as const

export const KEYS: readonly Variant[] = [
  ...macs,
  ...algorithms.map(
    ([algorithm, name]): Variant => ({
      name: `${name}, where alice signs by RSA with SHA-256`,
      build: (kit) => write({ ...by(kit, kit.mallory.key, { algorithm }) }),
    }),
  ),
  shown('a certificate that has signed itself', ({ mallory }) => mallory),
  shown(
    'a certificate with the peer’s subject, issuer and serial number, by another authority',
    ({ twin }) => twin,
  ),
  shown('a certificate that the peer’s own certificate has issued', ({ below }) => below),
  shown(
    'a certificate that the peer’s own has issued, with the peer’s beside it',
    ({ below }) => below,
    ({ alice }) => [alice],
  ),
  shown(
    'a certificate by another authority, with the true authority’s beside it',
    ({ twin }) => twin,
    ({ authority }) => [authority],
  ),
  shown(
    'a stranger’s certificate before the peer’s',
    ({ mallory }) => mallory,
    ({ alice }) => [alice],
  ),
  shown('a stranger’s certificate by the peer’s authority', ({ neighbour }) => neighbour),
  hers('KeyInfo shows the peer’s certificate', () => ({})),
  hers('there is no KeyInfo', () => ({ keyInfo: '' })),
  hers('KeyInfo is empty', () => ({ keyInfo: '<!-- -->' })),
  hers('KeyInfo has the key itself', ({ kit }) => ({ keyInfo: keyValue(kit.mallory) })),
  hers('KeyInfo has the key itself beside the peer’s certificate', ({ kit, keyInfo }) => ({
    keyInfo: keyValue(kit.mallory) + keyInfo,
  })),
  hers('KeyInfo has the peer’s certificate, and the key itself behind it', ({ kit, keyInfo }) => ({
    keyInfo: keyInfo + keyValue(kit.mallory),
  })),
  hers(
    'KeyInfo has the peer’s certificate first, then the stranger’s',
    ({ kit: { alice, mallory } }) => ({
      keyInfo: x509Data(
        x509Certificate(alice.certificate.raw) + x509Certificate(mallory.certificate.raw),
      ),
    }),
  ),
  hers('two X509Data, the peer’s first', ({ kit: { alice, mallory } }) => ({
    keyInfo: [alice, mallory]
      .map(({ certificate }) => x509Data(x509Certificate(certificate.raw)))
      .join(''),
  })),
  hers(
    'the peer is named by issuer and serial number',
    ({ kit: { alice } }) => ({
      keyInfo: tokenReference(
        x509Data(
          issuerSerial(
            'CN=Example Authority, O=Example, C=NL',
            BigInt(`0x${alice.certificate.serialNumber}`),
          ),
        ),
      ),
    }),
    WSS,
  ),
  hers(
    'the peer is named by issuer and serial number, and the stranger’s certificate stands beside them',
    ({ kit: { alice, mallory } }) => ({
      keyInfo: tokenReference(
        x509Data(
          issuerSerial(
            'CN=Example Authority, O=Example, C=NL',
            BigInt(`0x${alice.certificate.serialNumber}`),
          ) + x509Certificate(mallory.certificate.raw),
        ),
      ),
    }),
    WSS,
  ),
  hers('KeyInfo says where the key is to be fetched', () => ({
    keyInfo: `<ds:RetrievalMethod xmlns:ds="${DS}" URI="http://127.0.0.1:9/key" Type="${DS}rawX509Certificate"></ds:RetrievalMethod>`,
  })),
  hers(
    'KeyInfo says by RetrievalMethod where in the message the key is',
    (letter) => ({
      tokens: withToken(letter, letter.kit.mallory),
      keyInfo: `<ds:RetrievalMethod xmlns:ds="${DS}" URI="#Token"></ds:RetrievalMethod>`,
    }),
    WSS,
  ),
  hers(
    'two tokens have the same id, the peer’s first',
    ({ tokens, kit }) => ({
      tokens: tokens + token(kit.mallory.certificate.raw),
    }),
    WSS,
  ),
  hers(
    'two tokens have the same id, the stranger’s first',
    ({ tokens, kit }) => ({
      tokens: token(kit.mallory.certificate.raw) + tokens,
    }),
    WSS,
  ),
  hers(
    'the token stands in Body',
    (own) => ({
      tokens: own.tokens.slice(own.tokens.indexOf('<wsu:Timestamp')),
      keyInfo: tokenReference(toToken('Inner')),
      trailer: token(own.kit.mallory.certificate.raw, 'Inner'),
    }),
    WSS,
  ),
  hers(
    'the token is a path with the peer’s certificate first',
    ({ tokens, kit: { alice, mallory } }) => ({
      tokens: token(sequence(alice, mallory), 'Path', PKI_PATH) + tokens,
      keyInfo: tokenReference(toToken('Path', PKI_PATH)),
    }),
    WSS,
  ),
  hers(
    'the token is a path with the stranger’s certificate last, after the peer’s',
    ({ tokens, kit: { alice, mallory, authority } }) => ({
      tokens: token(sequence(authority, alice, mallory), 'Path', PKI_PATH) + tokens,
      keyInfo: tokenReference(toToken('Path', PKI_PATH)),
    }),
    WSS,
  ),
  hers(
    'the reference to the token has two of them',
    (own) => ({
      tokens: own.tokens + token(own.kit.mallory.certificate.raw, 'Hers'),
      keyInfo: tokenReference(toToken() + toToken('Hers')),
    }),
    WSS,
  ),
  hers(
    'the reference to the token refers to itself',
    () => ({
      keyInfo: tokenReference(toToken('Loop'), 'Loop'),
    }),
    WSS,
  ),
  hers(
    'the token is embedded in its reference',
    ({ kit }) => ({
      keyInfo: tokenReference(
        `<wsse:Embedded xmlns:wsse="${WSSE}">${token(kit.mallory.certificate.raw, 'Inner')}</wsse:Embedded>`,
      ),
    }),
    WSS,
  ),
  {
    name: 'the peer’s certificate and value, with another signature algorithm’s name',
    build: (kit) => {
      const honest = letter(kit)
      const info = honest.info.replace(RSA_SHA256, HMAC_SHA256)
      return write({ ...honest, body: forgedBody(kit), info })
    },
  },
  {
    name: 'no security block at all',
    build: (kit) => write({ ...letter(kit), body: forgedBody(kit) }, ''),
  },
  {
    name: 'a security block that is empty',
    build: (kit) => {
      const honest = letter(kit)
      const empty = securityOf({ ...honest, tokens: '', info: '', value: '' }).replace(
        /<ds:Signature.*<\/ds:Signature>/s,
        '',
      )
      return write({ ...honest, body: forgedBody(kit) }, empty)
    },
  },
]

/** ASN.1 SEQUENCE OF Certificate. */
function sequence(...issued: readonly Issued[]): Buffer {
  const content = Buffer.concat(issued.map(({ certificate }) => certificate.raw))
  return Buffer.concat([
    Buffer.from([0x30, 0x82, content.length >> 8, content.length & 255]),
    content,
  ])
}
