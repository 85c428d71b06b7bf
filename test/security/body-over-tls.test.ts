/** Policies whose `signed` leaves Body out: TLS keeps it together with what is signed, and nothing else does. */
import { once } from 'node:events'
import { request } from 'node:https'
import { text as contentOf } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import type { Onward } from '../../src/path/parts/onward.js'
import type { Plugin } from '../../src/plugin.js'
import type { TlsFiles } from '../../src/transport.js'
import { bodyOf } from '../support/mail/client.js'
import { mailNode } from '../support/mail/node.js'
import { mailSink } from '../support/mail/sink.js'
import { mailOf, Talk } from '../support/mail/smtp.js'
import { makeNode, serveNode } from '../support/nodes/node.js'
import { certificateFiles, certificates } from '../support/security/certificates.js'
import { WSA } from '../support/security/forge/texts.js'
import { type OverTls, overTls } from '../support/security/over-tls.js'
import { soap11 } from '../support/wire/envelopes.js'
import { ask, SOAP_XML, TEXT_XML } from '../support/wire/wire.js'

const ENTRY = '<q:Who xmlns:q="urn:q"/>'
const SHAPES = ['cxf', 'wcf', 'soap-dsig'] as const
const SOAPS = ['1.1', '1.2'] as const
const TO = `{${WSA}}To`

type Kind = Pick<OverTls, 'shape' | 'soap'>

const partsOf = ({ shape }: Kind) => (shape === 'soap-dsig' ? [TO] : ['Timestamp', TO])

interface Called {
  readonly sender: string | undefined
  readonly signed: boolean
  readonly blocks: readonly string[]
}

/** Notes who calls, whether the entry is signed, and which header blocks were handed on as signed. */
function who(): { readonly plugin: Plugin; readonly calls: Called[] } {
  const calls: Called[] = []
  const plugin: Plugin = {
    operations: [
      {
        name: '{urn:q}Who',
        safe: true,
        invoke(_, { sender, entry, signed, blocks }) {
          const handed = blocks.filter(signed).map(({ local }) => local)
          calls.push({ sender, signed: entry !== undefined && signed(entry), blocks: handed })
        },
      },
    ],
    headers: [
      {
        name: '{urn:q}Unsigned',
        process: () => void calls.push({ ...CALLED, blocks: ['Unsigned'] }),
      },
    ],
  }
  return { plugin, calls }
}

const { server, authority } = certificates()
const tlsFiles: TlsFiles = {
  certificate: server.chainPem,
  key: server.keyPem,
  names: [],
  minVersion: 'TLSv1.2',
  clientAuthentication: 'none',
  clientAuthority: undefined,
  revoked: [],
}

const CALLED: Called = { sender: 'signer', signed: false, blocks: ['To'] }

function securityOf(t: ExecutionContext, policies: readonly object[]): readonly string[] {
  const files = certificateFiles(t)
  const signs = (name: 'rsa' | 'ec') => ({ signs: { certificates: [files.certificate(name)] } })
  return [
    `security.certificate=${files.certificate('ec')}`,
    `security.key=${files.key('ec')}`,
    `security.peers=${JSON.stringify({ signer: signs('rsa'), other: signs('ec') })}`,
    `security.policies=${JSON.stringify(policies)}`,
  ]
}

const policyOf = (kind: Kind, more: object = {}) => ({
  name: 'outside',
  require: ['tls', 'signature'],
  signed: partsOf(kind),
  peers: ['signer'],
  ...more,
})

async function served(t: ExecutionContext, policy: object) {
  const files = certificateFiles(t)
  const { plugin, calls } = who()
  const node = await serveNode(
    { q: plugin },
    {
      settings: [
        ...securityOf(t, [policy]),
        `http.tls.certificate=${files.chain('server')}`,
        `http.tls.key=${files.key('server')}`,
      ],
    },
  )
  t.teardown(() => node.close())
  return { ...node, calls }
}

/** @returns status and text of the answer */
async function post(url: string, body: string, soap: OverTls['soap']): Promise<string> {
  const sent = request(url, {
    method: 'POST',
    headers: {
      'Content-Type': soap === '1.1' ? TEXT_XML : SOAP_XML,
      'Content-Length': Buffer.byteLength(body),
    },
    ca: authority.pem,
    agent: false,
    signal: AbortSignal.timeout(20_000),
  })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return `${answer.statusCode} ${await contentOf(answer)}`
}

const REFUSED = /^(400|500) .*security that is asked for/s

for (const shape of SHAPES) {
  for (const soap of SOAPS) {
    const kind = { shape, soap }
    test(`HTTPS: the signer is the sender, and its entry is not signed: ${shape}, SOAP ${soap}`, async (t) => {
      const { url, calls } = await served(t, policyOf(kind))
      const text = overTls({ ...kind, entry: ENTRY })
      t.regex(await post(url, text, soap), /^200/)
      t.deepEqual(calls, [CALLED])
      // The signature counts once, whatever comes with it.
      t.regex(await post(url, text, soap), REFUSED)
      t.regex(await post(url, text.replace(ENTRY, '<q:Who xmlns:q="urn:q" a=""/>'), soap), REFUSED)
      t.is(calls.length, 1)
    })

    test(`HTTP in the clear: refused: ${shape}, SOAP ${soap}`, async (t) => {
      const { plugin, calls } = who()
      const settings = securityOf(t, [policyOf(kind)])
      const node = await serveNode({ q: plugin }, { settings })
      t.teardown(() => node.close())
      const type = soap === '1.1' ? TEXT_XML : SOAP_XML
      const { fault } = await ask(node.url, overTls({ ...kind, entry: ENTRY }), { type })
      t.regex(fault.reason, /security that is asked for/)
      t.deepEqual(calls, [])
    })

    test(`SMTP: over STARTTLS, and not in the clear: ${shape}, SOAP ${soap}`, async (t) => {
      const { plugin, calls } = who()
      const sink = await mailSink()
      t.teardown(() => sink.close())
      const node = await mailNode({
        relay: sink.url,
        plugins: { q: plugin },
        node: { settings: securityOf(t, [policyOf(kind)]) },
        settings: { tlsFiles },
      })
      t.teardown(() => node.close())
      const text = overTls({ ...kind, entry: ENTRY })
      for (const [index, secure] of [false, true].entries()) {
        const talk = await Talk.open(node.port)
        if (secure) {
          await talk.say('EHLO partner.example')
          await talk.say('STARTTLS')
          await talk.startTls({ ca: authority.pem, servername: 'localhost' })
        }
        const mail = mailOf(text, { 'Message-ID': `<${index}@partner.example>` })
        t.regex(await talk.deliver(mail, 'q@bus.example'), /^250/)
        talk.end()
        const { content } = await sink.mail(index)
        const answer = bodyOf({ content: content.toString('latin1') })
        t.is(answer.includes('security that is asked for'), !secure, answer)
      }
      t.deepEqual(calls, [CALLED])
    })
  }
}

const CXF = { shape: 'cxf', soap: '1.1' } as const

test('header blocks that are not signed are left aside, and mandatory ones refused', async (t) => {
  const { url, calls } = await served(t, policyOf(CXF))
  const block = (attributes: string) => `<q:Unsigned xmlns:q="urn:q"${attributes}/>`
  t.regex(await post(url, overTls({ ...CXF, entry: ENTRY, more: block('') }), '1.1'), /^200/)
  t.deepEqual(calls, [CALLED])
  const more = block(' s:mustUnderstand="1"')
  t.regex(await post(url, overTls({ ...CXF, entry: ENTRY, more }), '1.1'), REFUSED)
})

test('who has signed the wrong parts, or nothing of them, is not the sender', async (t) => {
  const all = [...partsOf(CXF), '{urn:q}Needed']
  const { inject, log } = makeNode(
    { q: who().plugin },
    { settings: securityOf(t, [policyOf(CXF, { signed: all })]) },
  )
  const peer = { tls: { protocol: 'TLSv1.3' } }
  const outcome = (text: string) => inject(text, { peer })
  t.is((await outcome(overTls({ ...CXF, entry: ENTRY }))).kind, 'reply')
  const needed = '<q:Needed xmlns:q="urn:q"/>'
  t.is((await outcome(overTls({ ...CXF, entry: ENTRY, more: needed }))).kind, 'fault')
  t.is((await outcome(overTls({ ...CXF, entry: ENTRY, signer: 'ec' }))).kind, 'fault')
  const causes = log.map(({ cause }) => String(cause)).filter((cause) => cause.includes('outside'))
  t.regex(String(causes[0]), /outside: \{urn:q\}Needed is not signed/)
  t.regex(String(causes[1]), /outside: it is by other, not by signer/)
})

test('a signature over none of what must be signed is none', async (t) => {
  const { inject, log } = makeNode(
    { q: who().plugin },
    { settings: securityOf(t, [policyOf(CXF, { signed: ['{urn:q}Rare'] })]) },
  )
  const peer = { tls: { protocol: 'TLSv1.3' } }
  t.is((await inject(overTls({ ...CXF, entry: ENTRY }), { peer })).kind, 'fault')
  t.true(log.some(({ cause }) => String(cause).includes('none of what must be signed')))
})

test('queue: a message that waited is by its signer still, and its entry is not signed', async (t) => {
  const { plugin, calls } = who()
  const { inject } = makeNode({ q: plugin }, { settings: securityOf(t, [policyOf(CXF)]) })
  const text = overTls({ ...CXF, entry: ENTRY })
  const options = { peer: { tls: { protocol: 'TLSv1.3' } }, patience: 20_000 }
  const outcome = await inject(text, { ...options, idempotencyKey: 'one' })
  t.is(outcome.kind, 'reply')
  t.deepEqual(calls, [CALLED])
  // Under its identification it is answered as before; under another it is a repetition.
  t.like(await inject(text, { ...options, idempotencyKey: 'one' }), {
    kind: 'reply',
    message: { body: outcome.kind === 'reply' && outcome.message.body },
  })
  t.is((await inject(text, { ...options, idempotencyKey: 'two' })).kind, 'fault')
  t.is(calls.length, 1)
})

const ONWARD: Onward = {
  to: new URL('http://127.0.0.1:9/'),
  destination: 'next',
  mode: 'relay',
  ordered: false,
  answerTime: 0,
  name: 'test',
  reason: 'every message goes there',
}

/** A node that signs the Timestamp of its answers and no more, and one that takes those of its destination. */
async function answered(t: ExecutionContext, tls: boolean) {
  const files = certificateFiles(t)
  const secure = [
    `http.tls.certificate=${files.chain('server')}`,
    `http.tls.key=${files.key('server')}`,
  ]
  const answers = [
    `security.certificate=${files.certificate('rsa')}`,
    `security.key=${files.key('rsa')}`,
    'security.policies=[{"sends":{"sign":["Timestamp"]}}]',
  ]
  const { plugin, calls } = who()
  const next = await serveNode({ q: plugin }, { settings: [...answers, ...(tls ? secure : [])] })
  t.teardown(() => next.close())
  const ca = tls ? { ca: `${files.folder}/authority.pem` } : {}
  const { inject } = makeNode(
    {},
    {
      findRoute: () => ({ ...ONWARD, to: new URL(next.url) }),
      settings: [
        ...securityOf(t, [{ ...policyOf(CXF, { signed: ['Timestamp'] }), destination: 'next' }]),
        'node.uri=urn:example:between',
        `destinations=${JSON.stringify({ next: { url: next.url, ...ca } })}`,
      ],
    },
  )
  const outcome = await inject(soap11(ENTRY))
  t.is(calls.length, 1)
  return outcome
}

test('answers: one that leaves its Body to TLS is taken from an https: destination, and from no other', async (t) => {
  t.is((await answered(t, true)).kind, 'reply')
  t.is((await answered(t, false)).kind, 'fault')
})
