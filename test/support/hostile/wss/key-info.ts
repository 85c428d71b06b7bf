/** Hostile KeyInfo and tokens: too large, too many, of no form, or elsewhere. */
import * as der from '../../../../src/security/der/write.js'
import { algorithmOf, signed as signedDer } from '../../../../src/security/issue/signing.js'
import { DS, WSSE, X509_PKI_PATH } from '../../../../src/security/names.js'
import { writePkiPath } from '../../../../src/security/wss/pki-path.js'
import { certificates } from '../../security/certificates.js'
import { createKey, nameOf } from '../../security/issue.js'
import { changed, forged, found, KEY_INFO, type Rows, TOKEN, times } from './row.js'

const keyInfo = (inside: string) => `<ds:KeyInfo xmlns:ds="${DS}">${inside}</ds:KeyInfo>`
const str = (inside: string) =>
  `<wsse:SecurityTokenReference xmlns:wsse="${WSSE}">${inside}</wsse:SecurityTokenReference>`
const withKeyInfo = (inside: string) => changed(forged(), KEY_INFO, keyInfo(inside))
const x509 = (inside: string) => `<ds:X509Data>${inside}</ds:X509Data>`
const certificate = (octets: Buffer) =>
  `<ds:X509Certificate>${octets.toString('base64')}</ds:X509Certificate>`

/** The token of a message, with other octets. */
function withToken(octets: Buffer | string, text = forged()): string {
  const base64 = typeof octets === 'string' ? octets : octets.toString('base64')
  const token = found(text, TOKEN)
  return changed(text, token, changed(token, />[^<]*</, `>${base64}<`))
}

/** A certificate for any public key: nobody ever had the private one. */
function certificateFor(publicKeyInfo: Buffer): Buffer {
  const signer = createKey('p256')
  const name = nameOf('CN=huge, O=Example, C=NL')
  const content = der.sequence(
    der.explicit(0, der.integer(2)),
    der.integer(1),
    algorithmOf(signer, 'sha256'),
    name,
    der.sequence(der.time(new Date('2020-01-01')), der.time(new Date('2049-01-01'))),
    name,
    publicKeyInfo,
  )
  return signedDer(content, signer, 'sha256')
}

function rsaKeyInfo(modulusBits: number, exponentBits: number): Buffer {
  const odd = (bits: number) => (1n << BigInt(bits - 1)) + 1n
  const key = der.sequence(der.integer(odd(modulusBits)), der.integer(odd(exponentBits)))
  const bits = der.value(0x03, Buffer.concat([Buffer.alloc(1), key]))
  const rsa = der.sequence(der.identifier('1.2.840.113549.1.1.1'), der.value(0x05, Buffer.alloc(0)))
  return der.sequence(rsa, bits)
}

/** A certificate in pieces and forms that no parser must follow too far. */
function malformedDer(): readonly Buffer[] {
  const { raw } = certificates().rsa.certificate
  const lengths = Buffer.from(raw)
  lengths[2] = 0xff
  return [
    raw.subarray(0, 100),
    raw.subarray(0, -1),
    Buffer.concat([raw, Buffer.alloc(1)]),
    lengths,
    Buffer.concat([Buffer.of(0x30, 0x80), raw, Buffer.alloc(2)]),
    Buffer.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff),
    Buffer.of(0x30, 0x88, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    Buffer.from('3080'.repeat(10_000), 'hex'),
    Buffer.alloc(30_000, 0x30),
    Buffer.of(0x30, 0x00),
    Buffer.alloc(1),
  ]
}

const path = (octets: Buffer | string) =>
  withToken(octets, changed(forged(), /[^"]*#X509v3"/, `${X509_PKI_PATH}"`))

export const KEY_INFOS: Rows = {
  W23: {
    messages: () => [
      withKeyInfo('x'.repeat(200_000)),
      withKeyInfo(`<ds:KeyName>${'x'.repeat(200_000)}</ds:KeyName>`),
      withKeyInfo(times(9000, () => '<ds:KeyName>x</ds:KeyName>')),
      withKeyInfo(
        `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${'A'.repeat(200_000)}</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`,
      ),
      withKeyInfo(`${'<x>'.repeat(80)}${'</x>'.repeat(80)}`),
      withKeyInfo(
        x509(
          `<ds:X509IssuerSerial><ds:X509IssuerName>${'CN=a,'.repeat(40_000)}</ds:X509IssuerName><ds:X509SerialNumber>1</ds:X509SerialNumber></ds:X509IssuerSerial>`,
        ),
      ),
      withKeyInfo(
        x509(
          `<ds:X509IssuerSerial><ds:X509IssuerName>CN=a</ds:X509IssuerName><ds:X509SerialNumber>${'9'.repeat(200_000)}</ds:X509SerialNumber></ds:X509IssuerSerial>`,
        ),
      ),
      withKeyInfo(x509(`<ds:X509SKI>${'A'.repeat(200_000)}</ds:X509SKI>`)),
    ],
    cost: { certificates: 1 },
  },
  W24: {
    messages: () =>
      ['A'.repeat(200_000), 'A\n'.repeat(100_000), ' '.repeat(200_000), '=', '!'].map((text) =>
        withToken(text),
      ),
  },
  W25: {
    messages: () =>
      [
        [4096, 17],
        [8192, 17],
        [16_384, 17],
        [65_536, 17],
        [2048, 2048],
        [16_384, 16_384],
        [300_000, 17],
      ].map(([modulus = 0, exponent = 0]) =>
        withToken(certificateFor(rsaKeyInfo(modulus, exponent))),
      ),
    cost: { certificates: 1, verifications: 1 },
  },
  W26: {
    messages: () => malformedDer().map((octets) => withToken(octets)),
    cost: { certificates: 1 },
  },
  W27: {
    messages: () => {
      const { raw } = certificates().sameSubject.certificate
      return [
        path(writePkiPath(Array.from({ length: 100 }, () => raw))),
        path(writePkiPath([raw]).subarray(0, -1)),
        path(Buffer.of(0x30, 0x00)),
        path(Buffer.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff)),
        withKeyInfo(x509(times(100, () => certificate(raw)))),
      ]
    },
  },
  W28: {
    // Eight links each, of which any may be by any other.
    messages: () => {
      const { intermediate, otherAuthority, byIntermediate, sameSubject } = certificates()
      const links = [intermediate, otherAuthority, byIntermediate, sameSubject]
      const raws = links.map((one) => one.certificate.raw)
      return [
        path(writePkiPath([...raws, ...raws])),
        withKeyInfo(x509([...raws, ...raws].map(certificate).join(''))),
      ]
    },
    cost: { certificates: 8, verifications: 20 },
  },
  W29: {
    messages: (urls) =>
      urls.flatMap((url) => [
        withKeyInfo(`<ds:RetrievalMethod URI="${url}" Type="${DS}rawX509Certificate"/>`),
        withKeyInfo(str(`<wsse:Reference URI="${url}"/>`)),
        withKeyInfo(str(`<wsse:KeyName>${url}</wsse:KeyName>`)),
        withKeyInfo(x509(`<ds:X509CRL>${url}</ds:X509CRL>`)),
      ]),
  },
  W30: {
    messages: () => [
      withKeyInfo(str('<wsse:Reference URI="#self"/>').replace(' xmlns', ' Id="self" xmlns')),
      withKeyInfo(str(str(str('<wsse:Reference URI="#x"/>')))),
      withKeyInfo(str(`<wsse:Embedded>${str(`<wsse:Embedded/>`).repeat(500)}</wsse:Embedded>`)),
      withKeyInfo(str('<wsse:Reference URI="#x"/>').repeat(500)),
      changed(forged(), /(?<=<wsse:Reference )URI="#X509-[^"]*"/, 'URI="#Body"'),
    ],
  },
  W31: {
    // A key identifier that no certificate has, looked for in every token, by every signature.
    messages: () => {
      const text = forged({ reference: 'key-identifier' })
      const token = found(forged(), TOKEN)
      const tokens = times(60, (index) => changed(token, /wsu:Id="[^"]*"/, `wsu:Id="t${index}"`))
      const wrong = changed(
        text,
        /(<wsse:KeyIdentifier [^>]*>)[^<]*/,
        `<wsse:KeyIdentifier ValueType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509SubjectKeyIdentifier">AAAA`,
      )
      return [changed(wrong, '<ds:Signature ', `${tokens}<ds:Signature `)]
    },
    cost: { certificates: 64 },
  },
}
