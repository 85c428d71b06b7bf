/** A sender signs what it sends, and gives no answer to anybody that is not signed as it must be. */
import test from 'ava'
import type { SecurityOptions } from '../../src/client/security-options.js'
import { createSender, FaultAnswer, UnexpectedAnswer } from '../../src/client/sender.js'
import { bob, node, opened, SECRET, sealed, WITH_KEY } from '../support/security/blocks.js'
import { certificates } from '../support/security/certificates.js'
import { answering, withEnvelope } from '../support/wire/answering.js'
import { soap11 } from '../support/wire/envelopes.js'

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

test('without anybody to trust an answer is given as it came', async (t) => {
  const { pem, keyPem } = certificates().rsa
  const { values } = await call(t, SUM, { key: { key: keyPem, certificate: pem } })
  t.is(values.result, '3')
})

test('what is sent back to whom it came from is no answer, though the key is shared', async (t) => {
  const security = { sharedKey: { name: 'shared', key: SECRET.export() } }
  const { url, asked } = await answering(t, (response, { body }) => withEnvelope(body)(response))
  const sender = createSender({ security })
  t.teardown(() => sender.close())
  await t.throwsAsync(sender.call(url, ADD, { a: 1 }), {
    instanceOf: UnexpectedAnswer,
    message: /the request itself/,
  })
  t.like(opened(asked[0]?.body ?? '', { at: Date.now() }).verdict.signatures, [
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
