/** STR-Transform: a signature that covers a token by what refers to it (WS-Security 1.1 §8.3). */
import test from 'ava'
import { detailsOf } from '../../../src/security/trust/details.js'
import { writeName } from '../../../src/security/trust/names.js'
import {
  alice,
  bob,
  covered,
  envelope,
  opened,
  refusal,
  security,
  signature,
  toBody,
} from '../../support/security/blocks.js'
import {
  EXC,
  issuerSerial,
  reference,
  STR_TRANSFORM,
  token,
  tokenReference,
  toToken,
  transform,
  WSSE,
  X509,
  x509Data,
} from '../../support/security/forge/texts.js'

const PARAMETERS = `<wsse:TransformationParameters xmlns:wsse="${WSSE}"><ds:CanonicalizationMethod Algorithm="${EXC}"></ds:CanonicalizationMethod></wsse:TransformationParameters>`
const STR = transform(STR_TRANSFORM, PARAMETERS)
const own = () => alice().certificate

/** WSS 1.1 §8.3: the canonical form says what the default namespace is. */
const stated = (text: string) => text.replace('<wsse:BinarySecurityToken', '$& xmlns=""')

test('WSS 1.1 §8.3: the token that is referred to is covered', (t) => {
  const there = token(own().raw)
  const keyInfo = tokenReference(toToken(), 'STR')
  const text = envelope(
    security(there + signature(keyInfo, [toBody(), reference('#STR', stated(there), [STR])])),
  )
  const result = opened(text)
  t.deepEqual(covered(result), ['Body', 'BinarySecurityToken'])
})

test('WSS 1.1 §8.3: another token in its place is refused', (t) => {
  const there = token(own().raw)
  const keyInfo = tokenReference(toToken(), 'STR')
  const signed = signature(keyInfo, [toBody(), reference('#STR', stated(there), [STR])])
  t.is(refusal(envelope(security(token(bob().certificate.raw) + signed)))?.code, 'FailedCheck')
  const same = there.replace('ValueType=', 'Other="1" ValueType=')
  t.is(refusal(envelope(security(same + signed)))?.code, 'FailedCheck')
})

test('WSS 1.1 §8.3: a certificate that is only referred to is covered as the token that it would be', (t) => {
  const { issuer, serial } = detailsOf(own())
  const data = x509Data(issuerSerial(writeName(issuer), serial))
  const keyInfo = tokenReference(data, 'STR')
  const made = `<wsse:BinarySecurityToken xmlns="" xmlns:wsse="${WSSE}" ValueType="${X509}">${own().raw.toString('base64')}</wsse:BinarySecurityToken>`
  const text = envelope(security(signature(keyInfo, [toBody(), reference('#STR', made, [STR])])))
  t.deepEqual(covered(opened(text)), ['Body'])
  const other = made.replace(X509, 'urn:other')
  const wrong = signature(keyInfo, [toBody(), reference('#STR', other, [STR])])
  t.is(refusal(envelope(security(wrong)))?.code, 'FailedCheck')
})

test('WSS 1.1 §8.3: it is of a SecurityTokenReference in the block, and of nothing else', (t) => {
  const there = token(own().raw)
  const wrong = signature(tokenReference(toToken()), [
    toBody(),
    reference('#Token', stated(there), [STR]),
  ])
  t.not(refusal(envelope(security(there + wrong))), undefined)
})
