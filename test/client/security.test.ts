/** A sender signs what it sends, and gives no answer to anybody that is not signed as it must be. */
import test, { type ExecutionContext } from 'ava'
import type { SecurityOptions } from '../../src/client/security-options.js'
import { createSender, FaultAnswer, UnexpectedAnswer } from '../../src/client/sender.js'
import { childElements, namespaceOf, UnsignedPrefix } from '../../src/plugin.js'
import { folderOf } from '../support/folder.js'
import {
  bob,
  node,
  opened,
  PASSWORD,
  SECRET,
  sealed,
  WITH_KEY,
} from '../support/security/blocks.js'
import { certificates } from '../support/security/certificates.js'
import { foreignSigned, SECURITY } from '../support/security/foreign-signed.js'
import { WSU } from '../support/security/forge/texts.js'
import { answering, withEnvelope } from '../support/wire/answering.js'
import { answeringTls } from '../support/wire/answering-tls.js'
import { NS11, soap11 } from '../support/wire/envelopes.js'

const ADD = '{urn:m}Add'
const SUM = soap11('<m:AddResponse xmlns:m="urn:m"><result>3</result></m:AddResponse>')
const FAULT = soap11(
  '<s:Fault><faultcode>s:Client</faultcode><faultstring>wrong</faultstring></s:Fault>',
)

const me = (): SecurityOptions => {
  const { pem, keyPem } = certificates().rsa
  return { key: { key: keyPem, certificate: pem }, trust: certificates().ec.pem }
}
/** As bob answers, now. */
const answered = (text: string, changed: Parameters<typeof sealed>[1] = {}) =>
  sealed(text, {
    key: WITH_KEY(bob()),
    sign: ['Timestamp', 'Body'],
    timestamp: 60_000,
    at: Date.now(),
    ...changed,
  }).text

type Context = Parameters<typeof answering>[0]

/** Calls a node that gives this answer. */
async function call(t: Context, answer: string, security: SecurityOptions = me()) {
  const { url } = await answering(t, withEnvelope(answer))
  const sender = createSender({ security })
  t.teardown(() => sender.close())
  return sender.call(url, ADD, { a: 1 })
}

test('a signed answer is given, and tells what is signed', async (t) => {
  const { values, entry, isSigned } = await call(t, answered(SUM))
  t.is(values.result, '3')
  t.true(entry !== undefined && isSigned(entry))
})

test('a signed fault is a FaultAnswer', async (t) => {
  await t.throwsAsync(call(t, answered(FAULT)), { instanceOf: FaultAnswer, message: /wrong/ })
})

const WRONG: readonly (readonly [name: string, answer: () => string, why: RegExp])[] = [
  ['that nobody has signed', () => SUM, /nobody who is trusted has signed it/],
  ['by somebody else', () => answered(SUM, { key: WITH_KEY(node()) }), /not trusted|no peer/],
  ['that was altered', () => answered(SUM).replace('>3<', '>4<'), /digest/],
  ['that is over', () => answered(SUM, { at: Date.now() - 3_600_000 }), /expired/],
  ['whose Body is not signed', () => answered(SUM, { sign: ['Timestamp'] }), /Body is not signed/],
  ['that confirms another request', () => answered(SUM, { confirm: ['AAAA'] }), /confirm/],
  [
    'that is a fault of nobody',
    () => FAULT,
    /nobody who is trusted.*perhaps of somebody else: wrong/,
  ],
]

for (const [name, answer, message] of WRONG) {
  test(`an answer ${name} is not given`, async (t) => {
    await t.throwsAsync(call(t, answer()), { instanceOf: UnexpectedAnswer, message })
  })
}

test('an answer that must confirm its request, and does not, is not given', async (t) => {
  await t.throwsAsync(call(t, answered(SUM), { ...me(), confirmed: true }), {
    instanceOf: UnexpectedAnswer,
    message: /confirm/,
  })
})

/** An answer whose values have a prefix that is declared around what bob signs, without a PrefixList. */
const prefixed = (namespace: string, body: string) =>
  foreignSigned(
    `<s:Envelope xmlns:s="${NS11}" xmlns:p="${namespace}"><s:Header>${SECURITY}</s:Header><s:Body xmlns:wsu="${WSU}" wsu:Id="Body">${body}</s:Body></s:Envelope>`,
    certificates().ec,
  ).replace(namespace, 'urn:evil')

test('a value of a signed answer whose prefix is not signed is not given', async (t) => {
  const answer = prefixed('urn:good', '<m:R xmlns:m="urn:m"><m:name>p:Thing</m:name></m:R>')
  const { values, entry } = await call(t, answer)
  t.is(values.name, 'p:Thing')
  const [name] = childElements(entry ?? t.fail())
  t.throws(() => namespaceOf(name?.scope ?? t.fail(), 'p'), {
    instanceOf: UnsignedPrefix,
    message:
      'a value in Body has the prefix "p", and the signature of Body does not cover what that stands for',
  })
  const schema = new URL(`file://${folderOf(t, { 'r.xsd': SCHEMA })}/r.xsd`)
  const { url } = await answering(t, withEnvelope(answer))
  const sender = createSender({ security: me() })
  t.teardown(() => sender.close())
  await t.throwsAsync(sender.call(url, ADD, { a: 1 }, { schema }), {
    instanceOf: UnexpectedAnswer,
    message: /^the answer is not to be trusted: a value in Body has the prefix "p"/,
  })
})

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:m" elementFormDefault="qualified">
  <xs:element name="Add"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="R"><xs:complexType><xs:sequence><xs:element name="name" type="xs:QName"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`

test('the code of a signed fault whose prefix is not signed is none that anybody knows', async (t) => {
  const fault = '<s:Fault><faultcode>p:Client</faultcode><faultstring>wrong</faultstring></s:Fault>'
  const answer = prefixed('urn:good', fault).replace('urn:evil', NS11)
  const error = await t.throwsAsync(call(t, answer), { instanceOf: FaultAnswer })
  t.deepEqual([error.code, error.codes, error.reason], [undefined, ['p:Client'], 'wrong'])
})

test('without anybody to trust an answer is given as it came', async (t) => {
  const { pem, keyPem } = certificates().rsa
  const { values } = await call(t, SUM, { key: { key: keyPem, certificate: pem } })
  t.is(values.result, '3')
})

test('what is sent back to whom it came from is no answer, though the key is shared', async (t) => {
  const security = { sharedKey: { name: 'shared', key: SECRET.export() } }
  const { url, requested: requests } = await answering(t, (response, { body }) =>
    withEnvelope(body)(response),
  )
  const sender = createSender({ security })
  t.teardown(() => sender.close())
  await t.throwsAsync(sender.call(url, ADD, { a: 1 }), {
    instanceOf: UnexpectedAnswer,
    message: /the request itself/,
  })
  t.like(opened(requests[0]?.body ?? '', { at: Date.now() }).verdict.signatures, [
    { kind: 'mac', peer: 'bob' },
  ])
})

test('keys that do not fit, and files that are none, are told at once', (t) => {
  const { rsa, ec } = certificates()
  for (const key of [
    { key: ec.keyPem, certificate: rsa.pem },
    { key: 'no key', certificate: rsa.pem },
    { key: rsa.keyPem, certificate: 'no certificate' },
  ]) {
    t.throws(() => createSender({ security: { key } }), { instanceOf: TypeError })
  }
})

test('what is no envelope is not sent', async (t) => {
  const sender = createSender({ security: me() })
  t.teardown(() => sender.close())
  await t.throwsAsync(sender.send('http://127.0.0.1:1/', '<x/>'), { instanceOf: TypeError })
})

const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const signedBySha1 = () =>
  foreignSigned(
    `<s:Envelope xmlns:s="${NS11}"><s:Header>${SECURITY}</s:Header><s:Body xmlns:wsu="${WSU}" wsu:Id="Body"><m:R xmlns:m="urn:m"><sum>3</sum></m:R></s:Body></s:Envelope>`,
    certificates().rsa,
    { algorithm: RSA_SHA1 },
  )

test('an answer by a weak algorithm is taken only if it is allowed', async (t) => {
  const trusting = { trust: certificates().rsa.pem }
  await t.throwsAsync(call(t, signedBySha1(), trusting), {
    instanceOf: UnexpectedAnswer,
    message: /rsa-sha1/,
  })
  await t.throwsAsync(call(t, signedBySha1(), { ...trusting, allow: ['sha1', 'aes-cbc'] }), {
    instanceOf: UnexpectedAnswer,
  })
  const { values } = await call(t, signedBySha1(), { ...trusting, allow: ['rsa-sha1'] })
  t.is(values.sum, '3')
})

test('who is allowed RSA-OAEP with SHA-1 is sent what it knows', async (t) => {
  const encryptTo = certificates().rsa3072.pem
  const digest = /<xenc:EncryptedKey.*?DigestMethod [^>]*Algorithm="([^"]*)"/s
  for (const [allow, uri] of [
    [[], 'http://www.w3.org/2001/04/xmlenc#sha256'],
    [['rsa-oaep-sha1'], 'http://www.w3.org/2000/09/xmldsig#sha1'],
  ] as const) {
    const { requested: request } = await sentWith(t, { encryptTo, allow })
    t.is(digest.exec(request)?.[1], uri)
  }
})

for (const suite of ['Basic256Sha256', 'Basic128', 'Basic256GCM'] as const) {
  test(`${suite}: requests are sealed by it, and answers by it alone are taken`, async (t) => {
    const { rsa, rsa3072 } = certificates()
    const { requested: request } = await sentWith(t, { ...mine(), encryptTo: rsa3072.pem, suite })
    const cipher = suite.includes('GCM')
      ? 'aes256-gcm'
      : `${suite.replace('Basic', 'aes').replace('Sha256', '')}-cbc`
    const digest = suite.endsWith('Sha256') ? 'xmlenc#sha256' : 'xmldsig#sha1'
    t.true(request.includes(RSA_SHA1))
    t.true(request.includes(`#${cipher}"`) || request.includes(`11#${cipher}"`), request)
    t.regex(request, new RegExp(`<ds:DigestMethod Algorithm="[^"]*${digest}"`))
    const trusting = { trust: rsa.pem, suite }
    const taken = call(t, signedBySha1(), trusting)
    if (suite.endsWith('Sha256')) t.is((await taken).values.sum, '3')
    else await t.throwsAsync(taken, { instanceOf: UnexpectedAnswer, message: /sha256/ })
  })
}

test('a suite says what is taken, and what signs', (t) => {
  for (const more of [
    { allow: ['rsa-sha1'] },
    { key: { ...mine().key, algorithm: 'rsa-pss-sha256' } },
  ] satisfies SecurityOptions[]) {
    const security = { ...mine(), suite: 'Basic256' as const, ...more }
    t.throws(() => createSender({ security }), { instanceOf: TypeError, message: /suite/ })
  }
})

/** What signs, and nothing that is asked of answers. */
function mine() {
  const { pem, keyPem } = certificates().rsa
  return { key: { key: keyPem, certificate: pem } }
}

/** What a call over TLS sends. */
async function sentWith(t: ExecutionContext, security: SecurityOptions) {
  const { url, ca, requested: requests } = await answeringTls(t, SUM)
  const sender = createSender({ security, http: { ca } })
  t.teardown(() => sender.close())
  t.is((await sender.call(url, ADD, { a: 1 })).values.result, '3')
  return { requested: requests[0] ?? '' }
}

const ALICE = { name: 'alice', password: PASSWORD }

test('a password as text goes over TLS, with a Timestamp or without', async (t) => {
  const user = { ...ALICE, form: 'text' } as const
  const { requested: request } = await sentWith(t, { user, timestamp: false })
  t.regex(request, /<wsse:Password Type="[^"]*#PasswordText">open sesame<\/wsse:Password>/)
  t.notRegex(request, /Timestamp|Nonce|Created/)
  t.like(opened(request, { at: Date.now(), secure: true }).claims, [
    { user: 'alice', password: PASSWORD },
  ])
  t.regex((await sentWith(t, { user, timestamp: 1000 })).requested, /<wsu:Timestamp/)
})

test('a digest without a Timestamp proves the password', async (t) => {
  const { requested: request } = await sentWith(t, { user: ALICE, timestamp: false })
  t.notRegex(request, /Timestamp|open sesame/)
  t.like(opened(request, { at: Date.now() }).verdict.users, [{ peer: 'alice' }])
})

test('a Timestamp counts for as long as is said', async (t) => {
  const { requested: request } = await sentWith(t, { user: ALICE, timestamp: 7000 })
  const { timestamp } = opened(request, { at: Date.now() }).verdict
  t.is((timestamp?.expires ?? 0) - (timestamp?.created ?? 0), 7000)
})

for (const to of ['http:', 'mailto:a@b.example', 'ftp://127.0.0.1/']) {
  test(`a password as text is not sent to ${to}`, async (t) => {
    const { url, requested: requests } = await answering(t, withEnvelope(SUM))
    const mail = { from: 'me@a.example', relay: { url: 'smtp://127.0.0.1:1' } }
    const answers = { listen: { host: '127.0.0.1', port: 0 } }
    const sender = createSender({
      security: { user: { ...ALICE, form: 'text' } },
      mail: { ...mail, answers },
    })
    t.teardown(() => sender.close())
    await t.throwsAsync(sender.call(to === 'http:' ? url : to, ADD, { a: 1 }), {
      instanceOf: TypeError,
      message:
        /^security\.user: a password as text is sent over TLS only, and \w+: is not protected so/,
    })
    t.deepEqual(requests, [])
  })
}

test('what is encrypted first is signed as it is sent', async (t) => {
  const { rsa, rsa3072 } = certificates()
  const { requested: request } = await sentWith(t, {
    key: { key: rsa.keyPem, certificate: rsa.pem },
    encryptTo: rsa3072.pem,
    order: 'encrypt-first',
  })
  t.true(request.indexOf('<ds:Signature') < request.indexOf('<xenc:EncryptedKey'))
  const { envelope, verdict } = opened(request, { at: Date.now() })
  t.true(verdict.signatures[0]?.covers.includes(envelope.body))
  t.is(envelope.entries[0]?.local, 'Add')
})

const CONTRADICTIONS: readonly (readonly [SecurityOptions, string])[] = [
  [{ form: 'soap-dsig', user: ALICE }, 'security.user: expected form wss'],
  [{ form: 'soap-dsig', timestamp: 1 }, 'security.timestamp: expected form wss'],
  [{ timestamp: 0 }, 'security.timestamp: expected milliseconds, or false, got 0'],
  [{ timestamp: false, sign: ['Timestamp'] }, 'security.sign: expected no Timestamp in it'],
  [{ order: 'encrypt-first', encrypt: ['Signature'] }, 'security.encrypt: expected no Signature'],
]

test('options of which one would not be done are told at once', (t) => {
  for (const [security, message] of CONTRADICTIONS) {
    const error = t.throws(() => createSender({ security }), { instanceOf: TypeError })
    t.true(error?.message.startsWith(message), error?.message)
  }
})
