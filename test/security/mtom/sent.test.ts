/** XOP §3: what is signed is the text that parts stand for, in requests, in answers, and by nodes on the way. */
import test from 'ava'
import { ClientSecurity } from '../../../src/client/security.js'
import { createSender } from '../../../src/index.js'
import { sealing } from '../../../src/security/seal.js'
import { SoapVersions } from '../../../src/soap/version.js'
import { HeldBinary } from '../../../src/xml/binary.js'
import { atOnce } from '../../../src/xml/walk.js'
import { include, packed, part } from '../../support/security/packed.js'
import { ALL, gateTo, lastNode } from '../../support/security/packed-way.js'
import { soap11, soap12 } from '../../support/wire/envelopes.js'
import { bodyText, upload } from '../../support/wire/upload.js'

const ENVELOPES = { '1.1': soap11, '1.2': soap12 }
const { alice, neighbour: gateKey, node: lastKey } = ALL
const schema = new URL('../../fixtures/files/files.xsd', import.meta.url)
const GIVE = '{urn:example:files}Give'
const BYTES = Buffer.from(Uint8Array.from({ length: 2_500_000 }, (_, at) => (at * 31) % 251))
const give = (data: string) =>
  `<f:Give xmlns:f="urn:example:files"><f:data>${data}</f:data></f:Give>`
const SIGNED = { require: 'signature', peers: ['gate'] }
const KEY = { key: alice.keyPem, certificate: alice.pem }
const VALUES = ['BinarySecurityToken', 'SignatureValue', 'DigestValue', 'CipherValue', 'data']

for (const soap of ['1.1', '1.2'] as const) {
  for (const form of ['wss', 'soap-dsig'] as const) {
    test(`SOAP ${soap}, ${form}: a node that signs what it sends on signs the text of its parts`, async (t) => {
      const last = await lastNode(t, [SIGNED])
      const sends = { form, to: 'last', sign: ['Body'] }
      const gate = await gateTo(t, last.url, [{ destination: 'next', require: 'anonymous', sends }])
      const attachments = [part('a@b', BYTES)]
      const body = ENVELOPES[soap](give(include('a@b')))
      const {
        status,
        body: answer,
        type,
      } = await upload(gate.url, {
        soap,
        body,
        packaging: 'xop',
        attachments,
      })
      t.is(status, 200, JSON.stringify(last.log.at(-1)))
      t.regex(type, /^multipart\/related/)
      t.true((await bodyText(answer)).length > BYTES.length)
      const [message] = last.received
      t.is(message?.packaging, 'xop')
      t.is(message?.attachments[0]?.content.size, BYTES.length)
    })
  }
}

for (const [encrypt, required] of [
  [['Body'], ['Body']],
  [['Attachments'], ['Attachments']],
  [
    ['Body', 'Attachments'],
    ['Body', 'Attachments'],
  ],
] as const) {
  test(`a node that encrypts ${encrypt.join(' and ')} leaves no part in the clear`, async (t) => {
    const last = await lastNode(t, [
      { ...SIGNED, signed: ['Body', 'Attachments'], encrypted: required },
    ])
    const sends = { to: 'last', sign: ['Body', 'Attachments'], encrypt }
    const gate = await gateTo(t, last.url, [{ destination: 'next', require: 'anonymous', sends }])
    const beside = part('c@d', Buffer.from('beside the envelope'))
    const secret = Buffer.alloc(4_000, 'secret')
    const { status, body } = await upload(gate.url, {
      soap: '1.1',
      body: soap11(give(include('a@b'))),
      packaging: 'xop',
      attachments: [part('a@b', secret), beside],
    })
    const answer = await bodyText(body)
    t.is(status, 200, `${answer} ${JSON.stringify(last.log.at(-1))}`)
    t.true(answer.includes(secret.toString('base64')))
    const [message] = last.received
    const all = await Promise.all(
      (message?.attachments ?? []).map(({ content }) => content.bytes()),
    )
    const wire = Buffer.concat([...(message ? [message.body] : []), ...all])
    t.false(wire.includes('secretsecret'))
    t.false(wire.includes(secret.toString('base64').slice(0, 100)))
  })
}

test('a node on the way leaves a packed message that is not for it as it is', async (t) => {
  const last = await lastNode(t, [{ require: 'signature', peers: ['alice'], encrypted: ['Body'] }])
  const gate = await gateTo(t, last.url, [])
  for (const soap of ['1.1', '1.2'] as const) {
    const options = { key: KEY, encryptTo: lastKey.pem }
    const { text } = new ClientSecurity(options).seal(ENVELOPES[soap](give('AAAA')))
    const message = packed(text, VALUES)
    t.true(message.attachments.length > 4)
    const answer = await upload(gate.url, { soap, ...message, packaging: 'xop' })
    t.is(answer.status, 200, `${await bodyText(answer.body)} ${JSON.stringify(last.log.at(-1))}`)
    t.is(last.received.at(-1)?.attachments.length, message.attachments.length)
  }
})

test('a node on the way that opens a packed block sends on what is left, and signs that anew', async (t) => {
  const last = await lastNode(t, [{ ...SIGNED, signed: ['Body', 'Attachments'] }])
  const gate = await gateTo(t, last.url, [
    { transport: 'http', require: 'signature', peers: ['alice'], encrypted: ['Body'] },
    { destination: 'next', require: 'anonymous', sends: { to: 'last', sign: ['Body'] } },
  ])
  const { text } = atOnce(
    sealing(soap11(give(BYTES.toString('base64'))), {
      form: 'wss',
      sign: ['Body'],
      encrypt: ['Body'],
      key: {
        kind: 'signature',
        own: { key: alice.key, certificate: alice.certificate, chain: [] },
      },
      to: gateKey.certificate,
      reference: 'token',
      cipher: 'aes256-gcm',
      timestamp: 60_000,
      actor: 'http://schemas.xmlsoap.org/soap/actor/next',
      at: Date.now(),
      versions: new SoapVersions(),
    }),
  )
  const message = packed(text, VALUES)
  const answer = await upload(gate.url, { soap: '1.1', ...message, packaging: 'xop' })
  t.is(
    answer.status,
    200,
    `${await bodyText(answer.body)} ${JSON.stringify([gate.log.at(-1), last.log.at(-1)])}`,
  )
  // Tokens and ciphertexts were for the gate.
  t.deepEqual(last.received[0]?.attachments, [])
})

for (const soap of ['1.1', '1.2'] as const) {
  for (const encrypt of [[], ['Body']]) {
    test(`SOAP ${soap}: a sender with MTOM and a node, ${encrypt.length ? 'encrypted' : 'signed'} in both directions`, async (t) => {
      const security = { require: 'signature', peers: ['alice'], encrypted: encrypt }
      const last = await lastNode(t, [{ ...security, sends: { sign: ['Body'], encrypt } }])
      const sender = createSender({
        soap,
        security: {
          key: KEY,
          trust: lastKey.pem,
          confirmed: true,
          ...(encrypt.length > 0 && { encryptTo: lastKey.pem }),
        },
      })
      t.teardown(() => sender.close())
      for (const data of [BYTES, new HeldBinary(BYTES)]) {
        const answer = await sender.call(last.url, GIVE, { data }, { schema, mtom: true })
        t.true(BYTES.equals(answer.values.data as Uint8Array))
        t.true(answer.entry !== undefined && answer.isSigned(answer.entry))
        t.is(answer.attachments.length, encrypt.length > 0 ? 0 : 1)
        t.is(last.received.at(-1)?.attachments.length, encrypt.length > 0 ? 0 : 1)
        t.is(last.received.at(-1)?.packaging, encrypt.length > 0 ? undefined : 'xop')
      }
    })
  }
}

test('an answer with parts that its node has signed is opened on the way, and by its sender', async (t) => {
  const last = await lastNode(t, [{ ...SIGNED, sends: { sign: ['Body'] } }])
  const policy = { destination: 'next', require: 'signature', peers: ['last'] }
  const gate = await gateTo(t, last.url, [{ ...policy, sends: { to: 'last', sign: ['Body'] } }])
  const sender = createSender()
  t.teardown(() => sender.close())
  const answer = await sender.call(gate.url, GIVE, { data: BYTES }, { schema, mtom: true })
  t.true(BYTES.equals(answer.values.data as Uint8Array))
  t.is(answer.attachments.length, 1)
  t.deepEqual(answer.headers, [])
})

test('more bytes than are loaded are signed by no sender, and in no answer', async (t) => {
  const policy = { require: 'signature', peers: ['alice'], sends: { sign: ['Body'] } }
  const last = await lastNode(t, [policy], { bounds: { attachments: { maxInMemory: 2000 } } })
  const sender = createSender({ security: { key: KEY, trust: lastKey.pem } })
  t.teardown(() => sender.close())
  const send = (data: Uint8Array) => sender.call(last.url, GIVE, { data }, { schema, mtom: true })
  t.is((await send(Buffer.alloc(1_500))).attachments.length, 1)
  await t.throwsAsync(() => send(Buffer.alloc(2_001)), { message: /more than 2000 bytes/ })
  await t.throwsAsync(() => send(Buffer.alloc(64 * 1024 ** 2 + 1)), {
    instanceOf: TypeError,
    message: /more than 67108864 bytes/,
  })
})
