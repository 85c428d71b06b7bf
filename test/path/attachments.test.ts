/** Attachments of messages that are sent on: none is lost without a word. */
import test from 'ava'
import type { ForwardMode } from '../../src/path/parts/onward.js'
import { SOAP_11, SOAP_12 } from '../../src/soap/version.js'
import {
  type Attachment,
  type EnvelopeMessage,
  HeldBinary,
  type OutboundMessage,
  type Transport,
} from '../../src/transport.js'
import { soon, until } from '../support/jobs.js'
import { readMail } from '../support/mail/arrived.js'
import { mailNode } from '../support/mail/node.js'
import { mailSink } from '../support/mail/sink.js'
import { mailOf, stuffed, Talk } from '../support/mail/smtp.js'
import { makeNode } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { digestOf, NumberedBinary } from '../support/numbered-binary.js'
import { ADD, envelope, soap11 } from '../support/wire/envelopes.js'
import { envelopeOf, Heard } from '../support/wire/wire.js'

const RUN = '<q:Run xmlns:q="urn:q"/>'
const DONE = soap11('<q:RunResponse xmlns:q="urn:q"/>')
const FILE: Attachment = {
  contentType: 'image/png',
  name: 'a.png',
  content: new HeldBinary(Buffer.from('abc')),
}
const NOTE: Attachment = {
  contentType: 'text/plain; charset=utf-8',
  content: new HeldBinary(Buffer.from('Hello')),
}

/** The next node at `next:`, and mailboxes at `mailto:`, which answer nothing. */
function nextNode(answer?: Pick<EnvelopeMessage, 'attachments'>) {
  const sent: { readonly to: string; readonly id: string | undefined; readonly body: string }[] = []
  const transport: Transport = {
    name: 'next',
    schemes: ['next', 'mailto'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    async send({ id, body }, to) {
      sent.push({ to: to.href, id, body })
      if (!answer || to.protocol !== 'next:') return undefined
      const origin = { transport: 'next', peer: {} }
      return { kind: 'envelope', origin, body: Buffer.from(DONE), mediaType: 'text/xml', ...answer }
    },
  }
  return { sent, transport }
}

function between(transport: Transport, mode: ForwardMode, answerTime = 0) {
  return makeNode(
    {},
    {
      transports: [transport],
      findRoute: onwardTo('next:node', mode, answerTime),
      settings: ['node.uri=urn:example:between', 'routing.hops=false'],
    },
  )
}

for (const version of [SOAP_11, SOAP_12]) {
  for (const mode of ['relay', 'store', 'request-reply'] as const) {
    test(`SOAP ${version.name} ${mode}: a message with an attachment is refused, and nothing is stored or sent`, async (t) => {
      const { sent, transport } = nextNode({ attachments: [] })
      const node = between(transport, mode)
      const outcome = await node.inject(envelope(version.namespace, RUN), {
        mediaType: version.mediaType,
        attachments: [NOTE, FILE],
      })
      t.like(outcome, { kind: 'fault', code: 'Client' })
      const { fault } = new Heard(0, new Headers(), bodyOf(outcome))
      t.regex(fault.reason, /attachments/)
      t.is(fault.actor, 'urn:example:between')
      t.deepEqual(sent, [])
      const { waiting, running, delayed, done, dead } = await node.queue.admin.stats()
      t.is(waiting + running + delayed + done + dead, 0)
      await node.queue.close()
    })
  }
}

test('a text that no name refers to is no attachment, and stays behind', async (t) => {
  const { sent, transport } = nextNode({ attachments: [NOTE] })
  const node = between(transport, 'relay')
  const html = { contentType: 'text/html', content: new HeldBinary(Buffer.from('<p>Hello</p>')) }
  t.is((await node.inject(soap11(RUN), { attachments: [NOTE, html] })).kind, 'reply')
  t.is(sent.length, 1)
  for (const named of [
    { ...NOTE, name: 'order.txt' },
    { ...NOTE, id: 'order@a.example' },
  ]) {
    t.like(await node.inject(soap11(RUN), { attachments: [named] }), { kind: 'fault' })
  }
  t.is(sent.length, 1)
  await node.queue.close()
})

test('an answer on the connection with an attachment is a Server fault', async (t) => {
  const node = between(nextNode({ attachments: [FILE] }).transport, 'relay')
  const outcome = await node.inject(soap11(RUN))
  t.like(outcome, { kind: 'fault', code: 'Server' })
  t.regex(bodyOf(outcome), /attachments/)
  await node.queue.close()
})

test('an answer with an attachment that comes alone is a fault to who waits', async (t) => {
  const { sent, transport } = nextNode()
  const node = between(transport, 'request-reply', 60_000)
  const waiting = node.inject(soap11(RUN))
  await until(async () => (await node.queue.admin.stats()).suspended === 1)
  const inReplyTo = [String(sent[0]?.id)]
  const replyTo = 'mailto:next@b.example'
  await node.inject(DONE, { inReplyTo, replyTo, attachments: [FILE] })
  const outcome = await waiting
  t.like(outcome, { kind: 'fault', code: 'Server' })
  t.regex(bodyOf(outcome), /attachments/)
  t.is(sent.length, 1)
  await node.queue.close()
})

/** The next node at `next:`, which takes attachments, and gives them back with its answer. */
function echoing() {
  const sent: OutboundMessage[] = []
  const transport: Transport = {
    name: 'memory',
    schemes: ['next', 'mailto'],
    carriesAttachments: true,
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    async send(message, to) {
      sent.push(message)
      if (to.protocol !== 'next:') return undefined
      const origin = { transport: 'next', peer: {} }
      const { attachments = [], packaging } = message
      const body = Buffer.from(DONE)
      return { kind: 'envelope', origin, body, mediaType: 'text/xml', attachments, packaging }
    },
  }
  return { sent, transport }
}

const PART: Attachment = {
  contentType: 'image/png',
  id: 'a@b.example',
  fields: [
    ['X-Before', 'ä \u00ff'],
    ['content-type', 'image/png'],
    ['Content-Location', 'http://b.example/a'],
    ['Content-ID', '<a@b.example>'],
  ],
  content: new NumberedBinary(2_000_000, 1),
}

for (const mode of ['relay', 'store', 'request-reply'] as const) {
  for (const packaging of ['xop', 'attachments'] as const) {
    test(`${mode}, ${packaging}: what came beside the envelope goes on as it came, and so does the answer`, async (t) => {
      const { sent, transport } = echoing()
      const node = between(transport, mode)
      const outcome = await node.inject(soap11(RUN), { attachments: [NOTE, PART], packaging })
      if (outcome.kind === 'pending') {
        t.is(mode, 'store')
        await node.queue.ended(outcome.exchange, soon())
      }
      const answer =
        outcome.kind === 'pending' ? await node.inject('', { pickUp: outcome.exchange }) : outcome
      if (answer.kind !== 'reply') return t.fail(answer.kind)
      for (const message of [sent[0], answer.message]) {
        t.is(message?.packaging, packaging)
        const [note, part] = message?.attachments ?? []
        t.is(Buffer.from((await note?.content.bytes()) ?? []).toString(), 'Hello')
        t.deepEqual({ ...part, content: 0 }, { ...PART, content: 0 })
        t.is(await digestOf(part?.content), await digestOf(PART.content))
      }
      await node.queue.close()
    })
  }
}

test('an answer with an attachment that comes alone is given to who waits', async (t) => {
  const { sent, transport } = echoing()
  const findRoute = onwardTo('mailto:next@b.example', 'request-reply', 60_000)
  const node = makeNode({}, { transports: [transport], findRoute })
  const waiting = node.inject(soap11(RUN), { attachments: [PART], packaging: 'attachments' })
  await until(async () => (await node.queue.admin.stats()).suspended === 1)
  const inReplyTo = [String(sent[0]?.id)]
  const replyTo = 'mailto:next@b.example'
  await node.inject(DONE, { inReplyTo, replyTo, attachments: [PART], packaging: 'xop' })
  const outcome = await waiting
  if (outcome.kind !== 'reply') return t.fail(outcome.kind)
  t.is(outcome.message.packaging, 'xop')
  t.is(await digestOf(outcome.message.attachments?.[0]?.content), await digestOf(PART.content))
  await node.queue.close()
})

test('the answer to a message whose sender wants it elsewhere takes its attachments there', async (t) => {
  const { sent, transport } = echoing()
  const node = between(transport, 'relay')
  const replyTo = 'mailto:peer@partner.example'
  t.is((await node.inject(soap11(RUN), { replyTo, attachments: [PART] })).kind, 'accepted')
  await until(() => sent.length === 2)
  t.is(await digestOf(sent[1]?.attachments?.[0]?.content), await digestOf(PART.content))
  await node.queue.close()
})

test('mail to mail: a mail with parts goes on with them, as it was packed, and as files where it had files', async (t) => {
  const sink = await mailSink()
  const findRoute = onwardTo('mailto:other@next.example')
  const node = await mailNode({ relay: sink.url, node: { findRoute } })
  t.teardown(async () => {
    await node.close()
    await sink.close()
  })
  const parts = [
    part('text/xml; charset=utf-8', soap11(ADD)),
    part('text/plain', 'fig\tures', 'Content-ID: <figures@peer.example>\r\nX-Own:  a\r\n b\r\n'),
  ].join('')
  for (const [index, subtype] of ['related', 'mixed'].entries()) {
    const type = `multipart/${subtype}; boundary=b; type="text/xml"`
    const fields = { 'Content-Type': type, 'Message-ID': `<${index}@peer.example>` }
    const mail = mailOf(`${parts}--b--\r\n`, fields)
    const talk = await Talk.open(node.port)
    await talk.say('EHLO peer.example')
    await talk.say('MAIL FROM:<peer@peer.example>')
    await talk.say('RCPT TO:<calculator@bus.example>')
    await talk.say('DATA')
    talk.write(`${stuffed(mail)}.\r\n`)
    t.regex(await talk.reply(), /^250/)
    const { content, to } = await sink.mail(index)
    t.deepEqual(to, ['other@next.example'])
    const sent = readMail(content, LIMITS)
    t.is(sent.type.value, `multipart/${subtype}`)
    const [envelope, file] = sent.parts
    t.regex(Buffer.from((await envelope?.bytes()) ?? []).toString(), /Add/)
    t.is(Buffer.from((await file?.bytes()) ?? []).toString(), 'fig\tures')
    t.deepEqual(file?.headers.original, [
      ['Content-Type', 'text/plain'],
      ['Content-ID', '<figures@peer.example>'],
      ['X-Own', 'a b'],
    ])
  }
})

const LIMITS = { maxHeaders: 100, maxHeader: 10_000, maxParts: 10, maxDepth: 4 }

const part = (type: string, body: string, more = '') =>
  `--b\r\nContent-Type: ${type}\r\n${more}\r\n${body}\r\n`

function bodyOf(outcome: { readonly kind: string; readonly message?: { readonly body: string } }) {
  const { body } = outcome.message ?? { body: '' }
  envelopeOf(body)
  return body
}
