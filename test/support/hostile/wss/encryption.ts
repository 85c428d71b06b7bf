/** Hostile ciphertexts: too many, too deep, elsewhere, and probes that want to learn something. */
import { randomBytes } from 'node:crypto'
import { DS, WSSE, WSSE11, XENC, XENC11 } from '../../../../src/security/names.js'
import { referenceTo } from '../../../../src/security/wss/write-reference.js'
import { writeElement } from '../../../../src/xml/write.js'
import { certificates } from '../../security/certificates.js'
import { type Craft, crafted, flipped, RSA_1_5, RSA_OAEP_SHA_1 } from '../../security/crafted.js'
import { changed, ECHO, found, type Rows, signed, times } from './row.js'

/** To the node. */
function encrypted(craft: Partial<Craft> = {}): string {
  const to = certificates().rsa3072
  const keyInfo = writeElement(referenceTo(to.certificate, 'thumbprint'))
  const text = crafted(to, { plaintext: ECHO, keyInfo, ...craft })
  return changed(text, '<wsse:Security ', '<wsse:Security s:mustUnderstand="1" ')
}

const KEY = /<xenc:EncryptedKey .*<\/xenc:EncryptedKey>/
const DATA = /<xenc:EncryptedData .*<\/xenc:EncryptedData>/
const LIST = /<xenc:ReferenceList>.*<\/xenc:ReferenceList>/
const ONE = { privateOperations: 1, decipherings: 1 } as const

const withList = (references: string) =>
  changed(encrypted(), LIST, `<xenc:ReferenceList>${references}</xenc:ReferenceList>`)

/** Data within data: of each, KeyInfo holds the next one. */
function nested(levels: number): string {
  const start = `<xenc:EncryptedData xmlns:xenc="${XENC}" Type="${XENC}Content"><xenc:EncryptionMethod Algorithm="${XENC11}aes256-gcm"/><ds:KeyInfo xmlns:ds="${DS}">`
  const end =
    '</ds:KeyInfo><xenc:CipherData><xenc:CipherValue>AAAA</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>'
  const inside = start.repeat(levels) + end.repeat(levels)
  return changed(encrypted(), /(?<=gcm"\/>)(?=<xenc:CipherData>)/, inside)
}

/** Each is wrong at another step: what is told of them is the same. */
export const PROBES: Readonly<Record<string, Partial<Craft>>> = {
  'right, but nobody has signed it': {},
  'another padding': { key: (octets) => flipped(octets, 1000) },
  'no padding at all': { key: (octets) => randomBytes(octets.length) },
  'a number beyond the modulus': { key: (octets) => Buffer.alloc(octets.length, 0xff) },
  'a key that is too short': { secret: randomBytes(16) },
  'another key': { secret: randomBytes(32), data: (octets) => randomBytes(octets.length) },
  'another tag': { data: (octets) => flipped(octets, octets.length * 8 - 1) },
  'another bit of the text': { data: (octets) => flipped(octets, 12 * 8) },
  'no XML': { plaintext: '<e:Echo' },
  'no UTF-8': { plaintext: Buffer.of(0xff, 0xfe) },
  'XML that no operation is for': { plaintext: '<x xmlns="urn:x"/>' },
  'XML that the schema refuses': { plaintext: ECHO.replace('hello', '<x/>') },
  nothing: { plaintext: '' },
}

const BREAKING = [
  '</s:Body><s:Body>',
  '</e><e>',
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>',
  '<!DOCTYPE x SYSTEM "file:///etc/hostname"><x/>',
  '<?php x?>',
  '<x>'.repeat(10_000),
  '<x/>'.repeat(120_000),
  '<x>'.repeat(99) + '</x>'.repeat(99),
  `<x ${times(300, (index) => `a${index}="" `)}/>`,
  '<p:x/>',
  '&undefined;',
  '<![CDATA[',
  '<!--',
]

export const ENCRYPTION: Rows = {
  W37: { messages: () => [40, 1000].map(nested), cost: ONE },
  W38: {
    messages: () => {
      const text = encrypted()
      const key = found(text, KEY)
      // As many as a Header may hold.
      return [5, 30, 140].map((count) => changed(text, key, key.repeat(count)))
    },
  },
  W39: {
    messages: () => [
      withList(times(9, (index) => `<xenc:DataReference URI="#d${index}"/>`)),
      withList(times(5000, (index) => `<xenc:DataReference URI="#d${index}"/>`)),
      withList('<xenc:DataReference URI="#ED"/>'.repeat(5000)),
      withList('<xenc:DataReference URI="#EK"/>'),
      changed(encrypted(), DATA, found(encrypted(), DATA).repeat(2)),
    ],
  },
  W40: {
    messages: (urls) =>
      urls.flatMap((url) => [
        changed(
          encrypted(),
          /<xenc:CipherValue>[^<]*<\/xenc:CipherValue>/,
          `<xenc:CipherReference URI="${url}"/>`,
        ),
        changed(
          encrypted(),
          /(?<=gcm"\/><xenc:CipherData>)<xenc:CipherValue>[^<]*<\/xenc:CipherValue>/,
          `<xenc:CipherReference URI="${url}"><xenc:Transforms/></xenc:CipherReference>`,
        ),
        changed(encrypted(), 'URI="#ED"', `URI="${url}"`),
        changed(
          encrypted(),
          /<ds:KeyInfo.*?<\/ds:KeyInfo>/,
          `<ds:KeyInfo xmlns:ds="${DS}"><ds:RetrievalMethod URI="${url}"/></ds:KeyInfo>`,
        ),
      ]),
  },
  W41: {
    messages: () => [
      encrypted({ cipher: 'aes-128-cbc' }),
      encrypted({ cipher: 'aes-256-cbc' }),
      encrypted({ transport: RSA_1_5 }),
      encrypted({ transport: RSA_OAEP_SHA_1 }),
      changed(encrypted(), `${XENC11}aes256-gcm`, `${XENC}tripledes-cbc`),
      changed(encrypted(), `${XENC11}rsa-oaep"`, `${XENC}kw-aes128"`),
      changed(encrypted(), `${XENC11}aes256-gcm`, 'none'),
    ],
  },
  W42: { messages: () => Object.values(PROBES).map((probe) => encrypted(probe)), cost: ONE },
  W43: { messages: () => BREAKING.map((plaintext) => encrypted({ plaintext })), cost: ONE },
  W44: {
    messages: () => {
      const to = certificates().sameSubject
      const own = writeElement(referenceTo(certificates().rsa3072.certificate, 'thumbprint'))
      const other = writeElement(referenceTo(to.certificate, 'issuer-serial'))
      return [
        encrypted({ keyInfo: other }),
        encrypted({ keyInfo: '' }),
        encrypted({ keyInfo: own.repeat(250) }),
        encrypted({ keyInfo: `<ds:KeyName>${'x'.repeat(200_000)}</ds:KeyName>` }),
        encrypted({ keyInfo: `<wsse:Embedded xmlns:wsse="${WSSE}">${own}</wsse:Embedded>` }),
      ]
    },
    cost: ONE,
  },
  W45: {
    // A point of another curve, of none, at infinity, and derivations that want to be long.
    messages: () => {
      const agreement = (point: string, info = 'AlgorithmID="00"') =>
        `<xenc:AgreementMethod Algorithm="${XENC11}ECDH-ES"><x:KeyDerivationMethod xmlns:x="${XENC11}" Algorithm="${XENC11}ConcatKDF">` +
        `<x:ConcatKDFParams ${info}><ds:DigestMethod Algorithm="${XENC}sha256"/></x:ConcatKDFParams></x:KeyDerivationMethod><xenc:OriginatorKeyInfo>` +
        `<ds:KeyValue><d:ECKeyValue xmlns:d="http://www.w3.org/2009/xmldsig11#"><d:NamedCurve URI="urn:oid:1.2.840.10045.3.1.7"/><d:PublicKey>${point}</d:PublicKey></d:ECKeyValue></ds:KeyValue>` +
        `</xenc:OriginatorKeyInfo><xenc:RecipientKeyInfo/></xenc:AgreementMethod>`
      const points = [
        Buffer.alloc(65, 4),
        Buffer.alloc(1),
        Buffer.concat([Buffer.of(4), Buffer.alloc(64)]),
        Buffer.concat([Buffer.of(2), Buffer.alloc(32, 1)]),
        Buffer.alloc(10_000, 4),
      ].map((octets) => octets.toString('base64'))
      return [
        ...points.map((point) => agreement(point)),
        agreement(points[0] ?? '', `PartyUInfo="${'00'.repeat(30_000)}"`),
      ].map((keyInfo) => changed(encrypted({ keyInfo }), `${XENC11}rsa-oaep"`, `${XENC}kw-aes256"`))
    },
  },
  W46: {
    messages: () => {
      const data = found(encrypted(), DATA)
      const header = (inside: string) =>
        `<wsse11:EncryptedHeader xmlns:wsse11="${WSSE11}" s:mustUnderstand="1">${inside}</wsse11:EncryptedHeader>`
      const inHeader = (inside: string, plaintext: string) => {
        const text = encrypted({ plaintext, type: 'Element' })
        const moved = found(text, DATA)
        return changed(
          changed(text, moved, ECHO),
          '</s:Header>',
          `${header(inside || moved)}</s:Header>`,
        )
      }
      const security = found(encrypted(), /<wsse:Security .*<\/wsse:Security>/)
      return [
        inHeader('', security),
        inHeader('', header('x')),
        inHeader('', '<x/>'),
        inHeader(data.repeat(2), '<x/>'),
        inHeader('<x/>', '<x/>'),
        changed(encrypted(), DATA, `<x>${data}</x>`).replace('#Content', '#Element'),
      ]
    },
    cost: ONE,
  },
  W47: {
    messages: () => [
      changed(
        encrypted(),
        '<xenc:EncryptedData ',
        '<xenc:EncryptedData MimeType="application/gzip" Encoding="http://www.w3.org/2000/09/xmldsig#base64" ',
      ),
      encrypted({ plaintext: Buffer.from('1f8b08000000000000034b4c4a060000000000', 'hex') }),
      changed(
        encrypted(),
        /(?<=gcm"\/><xenc:CipherData><xenc:CipherValue>)/,
        ' \n'.repeat(500_000),
      ),
      encrypted({ data: () => randomBytes(1_000_000) }),
    ],
    cost: ONE,
  },
  W48: {
    // Signed by whom the node knows, and encrypted by somebody else around it: what is signed is not there.
    messages: () => {
      const text = signed()
      const wrapped = encrypted({ plaintext: found(text, /(?<=<s:Body[^>]*>).*(?=<\/s:Body>)/) })
      const block = found(text, /<wsse:Security .*<\/wsse:Security>/)
      const key = found(wrapped, KEY)
      const joined = changed(wrapped, /<wsse:Security .*<\/wsse:Security>/, block)
      return [changed(joined, '</wsse:Security>', `${key}</wsse:Security>`)]
    },
    cost: { ...ONE, verifications: 1, certificates: 1 },
  },
}
