/** How the certificate of a signature is told in WS-Security, and that none is trusted for being told. */
import test from 'ava'
import { detailsOf } from '../../../src/security/trust/details.js'
import { writeName } from '../../../src/security/trust/names.js'
import {
  alice,
  bob,
  covered,
  entry,
  envelope,
  opened,
  refusal,
  security,
  signature,
  trust,
} from '../../support/security/blocks.js'
import { certificates } from '../../support/security/certificates.js'
import {
  issuerSerial,
  token,
  tokenReference,
  toToken,
  WSSE,
  x509Certificate,
  x509Data,
} from '../../support/security/forge/texts.js'

const PROFILE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0'
const MESSAGE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0'
const THUMBPRINT =
  'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1'

const identifier = (type: string, octets: Uint8Array, encoding = `${MESSAGE}#Base64Binary`) =>
  `<wsse:KeyIdentifier xmlns:wsse="${WSSE}" ValueType="${type}" EncodingType="${encoding}">${Buffer.from(octets).toString('base64')}</wsse:KeyIdentifier>`

const own = () => alice().certificate
const sha1 = () => Buffer.from(own().fingerprint.replaceAll(':', ''), 'hex')
const id = () => detailsOf(own()).keyIdentifier ?? Buffer.alloc(0)
const issuer = () => writeName(detailsOf(own()).issuer)
const serial = () => detailsOf(own()).serial

const FORMS: readonly (readonly [name: string, tokens: () => string, keyInfo: () => string])[] = [
  ['WSS 1.1 §7.2: a direct reference', () => token(own().raw), () => tokenReference(toToken())],
  [
    'X.509 Token Profile 1.1 §3.2.1: a subject key identifier',
    () => '',
    () => tokenReference(identifier(`${PROFILE}#X509SubjectKeyIdentifier`, id())),
  ],
  ['WSS 1.1 §7.3: a thumbprint', () => '', () => tokenReference(identifier(THUMBPRINT, sha1()))],
  [
    'X.509 Token Profile 1.1 §3.2.3: issuer and serial number',
    () => '',
    () => tokenReference(x509Data(issuerSerial(issuer(), serial()))),
  ],
  [
    'an issuer as .NET writes it',
    () => '',
    () => tokenReference(x509Data(issuerSerial('CN=Example Authority, O=Example, C=NL', serial()))),
  ],
  [
    'WSS 1.1 §7.4: an embedded token',
    () => '',
    () =>
      tokenReference(
        `<wsse:Embedded xmlns:wsse="${WSSE}">${token(own().raw, 'Inner')}</wsse:Embedded>`,
      ),
  ],
  [
    'a certificate as key identifier, as WSS4J can be set to',
    () => '',
    () => tokenReference(identifier(`${PROFILE}#X509v3`, own().raw)),
  ],
  [
    'XML Signature §4.5.4: X509Data with the certificate, beside KeyValue',
    () => '',
    () => `<ds:KeyValue></ds:KeyValue>${x509Data(x509Certificate(own().raw))}`,
  ],
]

for (const [name, tokens, keyInfo] of FORMS) {
  test(`${name} leads to the certificate`, (t) => {
    const result = opened(envelope(security(tokens() + signature(keyInfo()))))
    t.deepEqual(covered(result), ['Body'])
    t.is(result.verdict.signatures[0]?.peer, 'alice')
  })

  test(`${name} to a certificate that nobody trusts is none`, (t) => {
    const text = envelope(security(tokens() + signature(keyInfo())))
    const nobody = trust({ decide: () => ({ trusted: false, why: 'not known' }) })
    t.is(refusal(text, { trust: nobody })?.code, 'FailedAuthentication')
  })

  test(`${name} to a certificate does not verify the signature by another key`, (t) => {
    const text = envelope(security(tokens() + signature(keyInfo(), undefined, bob())))
    t.is(refusal(text)?.code, 'FailedCheck')
  })
}

test('WSS 1.1 §7.3: a thumbprint may be of a token in the block that no configuration has', (t) => {
  const { byIntermediate, intermediate } = certificates()
  const { certificate, key } = byIntermediate
  const print = Buffer.from(certificate.fingerprint.replaceAll(':', ''), 'hex')
  const keyInfo = tokenReference(identifier(THUMBPRINT, print))
  const text = envelope(security(token(certificate.raw) + signature(keyInfo, undefined, { key })))
  const byAuthority = trust({
    decide: (one) => ({
      trusted: one.raw.equals(certificate.raw),
      peer: 'carol',
      chain: [one],
      why: '',
    }),
  })
  t.is(opened(text, { trust: byAuthority }).verdict.signatures[0]?.peer, 'carol')
  t.truthy(intermediate)
})

test('there is a bound for the tokens that are looked through', (t) => {
  const keyInfo = tokenReference(identifier(THUMBPRINT, Buffer.alloc(20)))
  const tokens = (count: number) =>
    Array.from({ length: count }, (_, n) => token(own().raw, `T${n}`)).join('')
  const text = (count: number) => envelope(security(tokens(count) + signature(keyInfo)))
  t.is(refusal(text(8))?.code, 'SecurityTokenUnavailable')
  t.is(refusal(text(9))?.code, 'InvalidSecurity')
})

const REFUSED: readonly (readonly [
  name: string,
  tokens: string,
  keyInfo: () => string,
  code: string,
])[] = [
  ['no KeyInfo at all', '', () => '', 'SecurityTokenUnavailable'],
  ['KeyValue alone', '', () => '<ds:KeyValue></ds:KeyValue>', 'SecurityTokenUnavailable'],
  [
    'a token outside',
    '',
    () => tokenReference(`<wsse:Reference xmlns:wsse="${WSSE}" URI="http://keys.example/alice"/>`),
    'InvalidSecurityToken',
  ],
  ['a token that is not there', '', () => tokenReference(toToken()), 'SecurityTokenUnavailable'],
  ['an empty reference', '', () => tokenReference(''), 'InvalidSecurityToken'],
  [
    'two references in one',
    '',
    () => tokenReference(toToken() + toToken()),
    'InvalidSecurityToken',
  ],
  [
    'a key identifier of an unknown type',
    '',
    () => tokenReference(identifier('urn:other', sha1())),
    'UnsupportedSecurityToken',
  ],
  [
    'a key identifier in another encoding',
    '',
    () => tokenReference(identifier(THUMBPRINT, sha1(), `${MESSAGE}#HexBinary`)),
    'UnsupportedSecurityToken',
  ],
  [
    'a thumbprint that nobody has',
    '',
    () => tokenReference(identifier(THUMBPRINT, Buffer.alloc(20))),
    'SecurityTokenUnavailable',
  ],
  [
    'a name, where a public key is needed',
    '',
    () => '<ds:KeyName>alice</ds:KeyName>',
    'SecurityTokenUnavailable',
  ],
  [
    'a serial number that is no number',
    '',
    () => tokenReference(x509Data(issuerSerial(issuer(), 1n).replace('>1<', '>0x1<'))),
    'InvalidSecurityToken',
  ],
]

for (const [name, tokens, keyInfo, code] of REFUSED) {
  test(`${name}: no certificate is found`, (t) => {
    t.is(refusal(envelope(security(tokens + signature(keyInfo()))))?.code, code)
  })
}

test('WSS 1.1 §7.2: a token counts in the security block itself, and nowhere else', (t) => {
  const reference = signature(tokenReference(toToken()))
  const outside = envelope(security(reference) + token(own().raw))
  t.is(refusal(outside)?.code, 'SecurityTokenUnavailable')
  const deeper = envelope(security(`<wsse:X>${token(own().raw)}</wsse:X>${reference}`, ''))
  t.is(refusal(deeper)?.code, 'SecurityTokenUnavailable')
  const other = security(token(own().raw), ' s:actor="urn:other"')
  t.is(refusal(envelope(other + security(reference)))?.code, 'SecurityTokenUnavailable')
})

test('two tokens with one id are refused', (t) => {
  const two = token(own().raw) + token(bob().certificate.raw)
  t.is(
    refusal(envelope(security(two + signature(tokenReference(toToken())))))?.code,
    'InvalidSecurity',
  )
})

test('X.509 Token Profile 1.1 §3.1: a damaged token, path or type is refused', (t) => {
  const reference = signature(tokenReference(toToken()))
  const damaged = Buffer.concat([own().raw.subarray(0, 100), Buffer.alloc(300)])
  t.is(refusal(envelope(security(token(damaged) + reference)))?.code, 'InvalidSecurityToken')
  const path = token(own().raw, 'Token', `${PROFILE}#X509PKIPathv1`)
  t.is(refusal(envelope(security(path + reference)))?.code, 'InvalidSecurityToken')
  const pkcs7 = token(own().raw, 'Token', `${PROFILE}#PKCS7`)
  t.is(refusal(envelope(security(pkcs7 + reference)))?.code, 'UnsupportedSecurityToken')
})

test('WSS 1.1 §5: a token of an unknown type is a fault in a mandatory block, and left out in another', (t) => {
  const unknown = token(own().raw, 'Other', 'urn:kerberos')
  const good = token(own().raw) + signature(tokenReference(toToken()))
  t.is(refusal(envelope(security(unknown + good)))?.code, 'UnsupportedSecurityToken')
  t.deepEqual(covered(opened(envelope(security(unknown + good, '')))), ['Body'])
  const saml = '<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion"/>'
  t.is(refusal(envelope(security(saml + good)))?.code, 'UnsupportedSecurityToken')
  t.deepEqual(covered(opened(envelope(security(saml + good, '')))), ['Body'])
})

test('a public key is never the secret of a MAC', (t) => {
  const { certificate } = alice()
  const hmac = signature('<ds:KeyName>shared</ds:KeyName>').replaceAll('rsa-sha256', 'hmac-sha256')
  t.is(refusal(envelope(security(hmac)))?.code, 'FailedCheck')
  const withToken = signature(tokenReference(toToken())).replaceAll('rsa-sha256', 'hmac-sha256')
  const text = envelope(security(token(certificate.raw) + withToken))
  t.is(refusal(text)?.code, 'SecurityTokenUnavailable')
  t.is(refusal(envelope(entry(hmac)))?.code, 'FailedCheck')
})
