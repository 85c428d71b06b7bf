/** From elsewhere nobody is the peer that a message shows: whatever proves it, and over whichever transport it comes. */
import { createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import { request as plain, type RequestOptions } from 'node:http'
import { request as secure } from 'node:https'
import { text as contentOf } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import type { Onward } from '../../../src/path/parts/onward.js'
import type { Plugin } from '../../../src/plugin.js'
import { sealing } from '../../../src/security/seal.js'
import type { Sealing } from '../../../src/security/sealing.js'
import { SoapVersions } from '../../../src/soap/version.js'
import type { Transport } from '../../../src/transport.js'
import { atOnce } from '../../../src/xml/walk.js'
import { MemoryTransport } from '../../../transports/memory/index.js'
import { bodyOf } from '../../support/mail/client.js'
import { mailNode } from '../../support/mail/node.js'
import { mailSink } from '../../support/mail/sink.js'
import { mailOf, Talk } from '../../support/mail/smtp.js'
import { MemoryQueue } from '../../support/nodes/memory-queue.js'
import { makeNode, serveNode } from '../../support/nodes/node.js'
import { certificateFiles, certificates } from '../../support/security/certificates.js'
import { Waiting } from '../../support/waiting.js'
import { soap11, soap12 } from '../../support/wire/envelopes.js'

const KEY = Buffer.alloc(32, 7)
const HERE = '127.0.0.2'
const ELSEWHERE = '127.0.0.3'
const SOAPS = ['1.1', '1.2'] as const
type Soap = (typeof SOAPS)[number]

/** Notes who each message is from. */
function who(): { readonly plugin: Plugin; readonly senders: (string | undefined)[] } {
  const senders: (string | undefined)[] = []
  const invoke = (_: object, { sender }: { readonly sender?: string | undefined }) => {
    senders.push(sender)
  }
  return { plugin: { operations: [{ name: '{urn:q}Who', safe: true, invoke }] }, senders }
}

/** The peer is known by everything, but from HERE only. */
function settingsOf(
  t: ExecutionContext,
  require: string | readonly string[],
  hosts: readonly string[] = [HERE],
): readonly string[] {
  const files = certificateFiles(t)
  const bank = {
    hosts,
    signs: { certificates: [files.certificate('rsa')] },
    sharedKey: KEY.toString('base64'),
    digestPassword: 'open sesame',
    // Of the same text.
    password: 'sha256:41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb',
  }
  return [
    `security.certificate=${files.certificate('ec')}`,
    `security.key=${files.key('ec')}`,
    `security.peers=${JSON.stringify({ bank })}`,
    `security.policies=${JSON.stringify([{ require }])}`,
  ]
}

function sealed(soap: Soap, more: Partial<Sealing>): string {
  const ask = (soap === '1.1' ? soap11 : soap12)('<q:Who xmlns:q="urn:q"/>')
  const kit = {
    form: 'wss',
    sign: ['Body'],
    encrypt: [],
    reference: 'token',
    cipher: 'aes256-gcm',
    at: Date.now(),
    versions: new SoapVersions(),
  } as const
  return atOnce(sealing(ask, { ...kit, ...more })).text
}

const signature = (): Sealing['key'] => {
  const { certificate, key } = certificates().rsa
  return { kind: 'signature', own: { certificate, key, chain: [] } }
}
const mac = { kind: 'mac', key: createSecretKey(KEY), name: 'bank' } as const
const user = { name: 'bank', password: 'open sesame' } as const

const PROOFS: readonly (readonly [what: string, require: string, shown: () => Partial<Sealing>])[] =
  [
    ['a signature of WS-Security', 'signature', () => ({ key: signature() })],
    ['a signature of SOAP-DSIG', 'signature', () => ({ form: 'soap-dsig', key: signature() })],
    ['a MAC of WS-Security', 'mac', () => ({ key: mac })],
    ['a MAC of SOAP-DSIG', 'mac', () => ({ form: 'soap-dsig', key: mac })],
    [
      'the digest of a password',
      'password',
      () => ({ sign: [], user: { ...user, form: 'digest' } }),
    ],
  ]

/** @returns status and text of the answer */
async function post(
  url: string,
  body: string,
  localAddress: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const type = body.includes('www.w3.org/2003/05') ? 'application/soap+xml' : 'text/xml'
  const options: RequestOptions & { readonly ca?: string } = {
    method: 'POST',
    headers: { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...headers },
    localAddress,
    ca: certificates().authority.pem,
    agent: false,
    signal: AbortSignal.timeout(20_000),
  }
  const sent = (url.startsWith('https:') ? secure : plain)(url, options)
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return `${answer.statusCode} ${await contentOf(answer)}`
}

for (const [what, require, shown] of PROOFS) {
  for (const soap of SOAPS) {
    test(`HTTP: ${what} counts from the peer’s hosts only, in SOAP ${soap}`, async (t) => {
      const { plugin, senders } = who()
      const node = await serveNode({ q: plugin }, { settings: settingsOf(t, require) })
      t.teardown(() => node.close())
      // One that was refused was not used up.
      const text = sealed(soap, shown())
      t.regex(await post(node.url, text, ELSEWHERE), /^(400|500) .*security that is asked for/s)
      t.deepEqual(senders, [])
      t.regex(await post(node.url, text, HERE), /^20/)
      t.deepEqual(senders, ['bank'])
    })
  }
}

test('HTTPS: a password as text counts from the peer’s hosts only', async (t) => {
  const { plugin, senders } = who()
  const files = certificateFiles(t)
  const settings = [
    ...settingsOf(t, 'password'),
    `http.tls.certificate=${files.chain('server')}`,
    `http.tls.key=${files.key('server')}`,
  ]
  const node = await serveNode({ q: plugin }, { settings })
  t.teardown(() => node.close())
  const text = sealed('1.1', { sign: [], user: { ...user, form: 'text' } })
  t.regex(await post(node.url, text, ELSEWHERE), /^500 .*security that is asked for/s)
  t.regex(await post(node.url, text, HERE), /^20/)
  t.deepEqual(senders, ['bank'])
})

test('HTTP: without a policy, too, a signature from elsewhere is a stranger’s', async (t) => {
  const { plugin, senders } = who()
  const node = await serveNode({ q: plugin }, { settings: settingsOf(t, 'anonymous') })
  t.teardown(() => node.close())
  const text = sealed('1.1', { key: signature() })
  t.regex(await post(node.url, text, ELSEWHERE), /^500 /)
  t.true(
    node.log.some(({ cause }) => String(cause).includes(`bank does not send from ${ELSEWHERE}`)),
  )
  t.regex(await post(node.url, text, HERE), /^20/)
  t.deepEqual(senders, ['bank'])
})

test('HTTP: behind a proxy that is listed, the address is the one that it saw', async (t) => {
  const { plugin, senders } = who()
  const settings = [
    ...settingsOf(t, 'signature', ['192.0.2.0/24']),
    `http.proxies=["${HERE}"]`,
    'http.proxyHeaders={"address":"X-Forwarded-For"}',
  ]
  const node = await serveNode({ q: plugin }, { settings })
  t.teardown(() => node.close())
  const text = sealed('1.1', { key: signature() })
  t.regex(await post(node.url, text, HERE, { 'X-Forwarded-For': '203.0.113.7' }), /^500 /)
  t.regex(await post(node.url, text, ELSEWHERE, { 'X-Forwarded-For': '192.0.2.7' }), /^500 /)
  t.regex(await post(node.url, text, HERE, { 'X-Forwarded-For': '192.0.2.7' }), /^20/)
  t.deepEqual(senders, ['bank'])
})

for (const soap of SOAPS) {
  test(`SMTP: the host that brings the mail is asked, in SOAP ${soap}`, async (t) => {
    const { plugin, senders } = who()
    const sink = await mailSink()
    t.teardown(() => sink.close())
    const settings = settingsOf(t, 'signature')
    const plugins = { q: plugin }
    const node = await mailNode({ relay: sink.url, plugins, node: { settings } })
    t.teardown(() => node.close())
    const text = sealed(soap, { key: signature() })
    for (const [index, from] of [ELSEWHERE, HERE].entries()) {
      const talk = await Talk.open(node.port, from)
      const mail = mailOf(text, { 'Message-ID': `<${index}@partner.example>` })
      t.regex(await talk.deliver(mail, 'q@bus.example'), /^250/)
      talk.end()
      const answer = bodyOf({ content: (await sink.mail(index)).content.toString('latin1') })
      t.is(answer.includes('security that is asked for'), from === ELSEWHERE, answer)
      t.deepEqual(senders, from === HERE ? ['bank'] : [])
    }
  })
}

test('memory: no network is its own, so that no peer with hosts comes over it', async (t) => {
  for (const [hosts, expected] of [
    [['0.0.0.0/0', '::/0'], []],
    [undefined, ['bank']],
  ] as const) {
    const { plugin, senders } = who()
    const exchange = new Map()
    const transport = new MemoryTransport('node', exchange)
    const settings = settingsOf(t, 'signature', hosts && [...hosts]).map((one) =>
      hosts ? one : one.replace('"hosts":["127.0.0.2"],', ''),
    )
    const node = makeNode({ q: plugin }, { settings, transports: [transport] })
    await transport.listen((message) => node.processor.process(message))
    const caller = new MemoryTransport('caller', exchange)
    const body = sealed('1.1', { key: signature() })
    const signal = AbortSignal.timeout(20_000)
    await caller.send({ body, soap: '1.1' }, new URL('memory:node'), signal)
    t.deepEqual(senders, [...expected])
  }
})

for (const [what, require, shown] of PROOFS) {
  test(`queue: ${what} was asked about when it was accepted, and not after a reload`, async (t) => {
    const { plugin, senders } = who()
    const queue = new MemoryQueue({ node: 'urn:node' })
    t.teardown(() => queue.close())
    const peer = { address: HERE }
    const before = makeNode({ q: plugin }, { queue, settings: settingsOf(t, require) })
    // Jobs are run by the node that began last: it has the configuration of after.
    const after = makeNode({ q: plugin }, { queue, settings: settingsOf(t, require, [ELSEWHERE]) })
    const options = { peer, patience: 20_000 }
    const outcome = await before.inject(sealed('1.1', shown()), {
      ...options,
      idempotencyKey: 'one',
    })
    t.is(outcome.kind, 'reply')
    t.deepEqual(senders, ['bank'])
    const other = { ...options, idempotencyKey: 'two' }
    t.is((await after.inject(sealed('1.1', shown()), other)).kind, 'fault')
    t.deepEqual(senders, ['bank'])
  })
}

const ONWARD: Onward = {
  to: new URL('next:node'),
  destination: 'next',
  mode: 'relay',
  ordered: false,
  answerTime: 0,
  name: 'test',
  reason: 'every message goes there',
}

test('answers: on the connection of this node nobody asks where its signer may come from', async (t) => {
  const { plugin } = who()
  const own = settingsOf(t, 'anonymous')
  const sends = JSON.stringify([{ sends: { sign: ['Body'] } }])
  const next = await serveNode({ q: plugin }, { settings: [...own, `security.policies=${sends}`] })
  t.teardown(() => next.close())
  const signed = '[{"destination":"next","require":"signature","peers":["bank"]}]'
  const asking = makeNode(
    {},
    {
      settings: [
        // The certificate by which the other node signs.
        ...settingsOf(t, 'anonymous').map((one) => one.replace(/rsa\.pem/, 'ec.pem')),
        `security.policies=${signed}`,
        'node.uri=urn:example:between',
        `destinations={"next":{"url":"${next.url}"}}`,
      ],
      findRoute: () => ({ ...ONWARD, to: new URL(next.url) }),
    },
  )
  const outcome = await asking.inject(soap11('<q:Who xmlns:q="urn:q"/>'))
  t.is(outcome.kind, 'reply')
})

test('answers: one that comes as a message of its own counts from the signer’s hosts only', async (t) => {
  const sent: string[] = []
  const waiting = new Waiting()
  const transport: Transport = {
    name: 'next',
    schemes: ['next'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    async send({ id }) {
      sent.push(String(id))
      waiting.changed()
      return undefined
    },
  }
  const node = makeNode(
    {},
    {
      transports: [transport],
      findRoute: (_, { origin }) =>
        origin.replyTo === undefined
          ? { ...ONWARD, mode: 'request-reply', answerTime: 60_000 }
          : undefined,
      settings: [
        ...settingsOf(t, 'anonymous'),
        'security.policies=[{"destination":"next","require":"signature"}]',
        'node.uri=urn:example:between',
        'destinations={"next":{"url":"http://127.0.0.1:9/"}}',
      ],
    },
  )
  t.teardown(() => node.queue.close())
  const answered = node.inject(soap11('<q:Who xmlns:q="urn:q"/>'))
  const id = await waiting.until(
    () => sent[0],
    () => 'nothing was sent',
  )
  const text = sealed('1.1', { key: signature() })
  const options = { inReplyTo: [id], replyTo: 'mailto:next@b.example' }
  const refused = { kind: 'refused', refusal: 'forbidden' } as const
  t.like(await node.inject(text, { ...options, peer: { address: ELSEWHERE } }), refused)
  t.like(await node.inject(text, { ...options, peer: {} }), refused)
  const outcome = await node.inject(text, { ...options, peer: { address: HERE } })
  t.deepEqual(outcome, { kind: 'accepted' })
  t.is((await answered).kind, 'reply')
})

test('queue: whom the connection has proven is the same after a reload', async (t) => {
  const { plugin, senders } = who()
  const queue = new MemoryQueue({ node: 'urn:node' })
  t.teardown(() => queue.close())
  const before = makeNode({ q: plugin }, { queue, settings: settingsOf(t, 'password') })
  makeNode({ q: plugin }, { queue, settings: settingsOf(t, 'password', [ELSEWHERE]) })
  const peer = { address: HERE, name: 'bank', identity: 'bank' }
  const options = { peer, patience: 20_000, idempotencyKey: 'one' }
  t.is((await before.inject(soap11('<q:Who xmlns:q="urn:q"/>'), options)).kind, 'reply')
  t.deepEqual(senders, ['bank'])
})
