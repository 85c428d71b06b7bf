/** Answers that people read: subject, text, file; and that nodes read the same envelope in them. */
import test from 'ava'
import PostalMime from 'postal-mime'
import type { OutboundMessage, Reference } from '../../../src/transport.js'
import { Addresses } from '../../../transports/smtp/address.js'
import { decode } from '../../../transports/smtp/decode.js'
import { encode } from '../../../transports/smtp/encode.js'
import { readMailto } from '../../../transports/smtp/mailto.js'
import { readMail } from '../../support/mail/arrived.js'
import { mailNode } from '../../support/mail/node.js'
import { optionsOf } from '../../support/mail/options.js'
import { mailSink } from '../../support/mail/sink.js'
import { mailOf, Talk } from '../../support/mail/smtp.js'
import { ADD, soap11, soap12 } from '../../support/wire/envelopes.js'

const SENDING = { from: 'calculator@bus.example', plusAddresses: true }
const TO = readMailto(new URL('mailto:jane@people.example'))
const OPTIONS = { ...optionsOf({ domains: ['people.example'] }), plugins: ['jane'] }
const OWN = new Addresses(OPTIONS)
const QUESTION: Reference = { messageId: '<1@people.example>', references: [], subject: 'order 7' }
const BODY = soap11('<x>ä€\u{1F600}\r\n--=_waybill--\r\n</x>')
const SUMMARY = { operation: 'Add', fault: 'b is missing:\r\nBcc: evil@evil.example' }
const FAULT: OutboundMessage = {
  body: BODY,
  soap: '1.1',
  id: 'e1-fault',
  purpose: 'fault',
  summary: SUMMARY,
  inReplyTo: { ...QUESTION, byPeople: true },
}

const bytesOf = (message: OutboundMessage) => encode(message, TO, SENDING).content
const subjectOf = async (message: OutboundMessage) =>
  (await PostalMime.parse(bytesOf(message))).subject

test('a fault has its reason, its operation and its message in a text, and the envelope in a file', async (t) => {
  const mail = await PostalMime.parse(bytesOf(FAULT))
  t.is(mail.subject, 'Re: order 7 (fault in Add)')
  t.regex(mail.text ?? '', /^This is a fault: the operation Add did not succeed\.\r?\n/)
  t.regex(mail.text ?? '', /\n {4}b is missing: Bcc: evil@evil\.example\r?\n/)
  t.regex(mail.text ?? '', /Your message: order 7\r?\n/)
  const [file, ...more] = mail.attachments
  t.deepEqual(more, [])
  t.is(file?.filename, 'fault.xml')
  t.is(file?.mimeType, 'text/xml')
  t.is(Buffer.from(file?.content as ArrayBuffer).toString('utf8'), BODY)
})

test('a reply has the operation in its subject, once', async (t) => {
  const reply = { ...FAULT, purpose: 'reply' } as const
  t.is(await subjectOf(reply), 'Re: order 7 (Add)')
  const again = { ...QUESTION, subject: 'Re: order 7 (Add)' }
  t.is(await subjectOf({ ...reply, inReplyTo: again }), 'Re: order 7 (Add)')
  const long = { ...QUESTION, subject: 'x'.repeat(2000) }
  t.is(await subjectOf({ ...reply, inReplyTo: long }), `Re: ${'x'.repeat(200)} (Add)`)
  const { summary: _, ...unknown } = FAULT
  t.is(await subjectOf(unknown), 'Re: order 7 (fault)')
  t.is(await subjectOf({ ...unknown, purpose: 'reply' }), 'Re: order 7')
})

test('Email Binding §4: the answer to a program is the envelope alone, with the name of its file', async (t) => {
  for (const purpose of ['reply', 'fault'] as const) {
    const mail = readMail(bytesOf({ ...FAULT, purpose, inReplyTo: QUESTION }), OPTIONS)
    t.is(mail.type.value, 'text/xml')
    t.deepEqual(mail.parts, [])
    t.is(mail.fileName, `${purpose}.xml`)
    t.is(Buffer.from(await mail.bytes()).toString('utf8'), BODY)
  }
})

for (const soap of ['1.1', '1.2'] as const) {
  test(`a node reads the envelope of such an answer: SOAP ${soap}`, async (t) => {
    const message = { ...FAULT, soap, action: 'urn:x' }
    const recipient = OWN.find('jane@people.example')
    if (typeof recipient === 'string') throw new Error(recipient)
    const delivery = { recipient, messageId: '<2@bus.example>', returnPath: '', peer: {} }
    const read = await decode(readMail(bytesOf(message), OPTIONS), delivery, OWN, OPTIONS)
    if (read?.kind !== 'envelope') throw new Error('no envelope')
    t.is(Buffer.from(read.body).toString('utf8'), BODY)
    // SOAP 1.1 has its action in a field of requests, SOAP 1.2 in the media type of any message.
    t.is(read.action, soap === '1.1' ? undefined : 'urn:x')
    t.is(read.mediaType, soap === '1.1' ? 'text/xml' : 'application/soap+xml')
    t.is(read.charset, 'utf-8')
  })
}

/** Envelopes as a mail program sends them, and as programs do. */
const attached = (subtype: string) =>
  mailOf(
    `--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n--b\r\nContent-Type: application/soap+xml\r\n\r\n${soap12(ADD)}\r\n--b--\r\n`,
    { 'Content-Type': `multipart/${subtype}; boundary=b`, To: 'calculator@bus.example' },
  )
const related = mailOf(
  `--b\r\nContent-Type: text/xml\r\n\r\n${soap11(ADD)}\r\n--b\r\nContent-Type: image/png\r\n\r\nx\r\n--b--\r\n`,
  { 'Content-Type': 'multipart/related; boundary=b' },
)

for (const [name, mail, type] of [
  ['with the envelope as a file', attached('mixed'), 'multipart/mixed'],
  [
    'of a node',
    attached('mixed').replace('\r\n', '\r\nX-Waybill-Hops: 1\r\n'),
    'application/soap+xml',
  ],
  ['that is the envelope', mailOf(soap11(ADD)), 'text/xml'],
  ['with attachments', related, 'text/xml'],
] as const) {
  test(`the answer to a mail ${name} is ${type}`, async (t) => {
    const sink = await mailSink()
    const node = await mailNode({ relay: sink.url })
    t.teardown(() => Promise.all([sink.close(), node.close()]))
    const talk = await Talk.open(node.port)
    t.teardown(() => talk.close())
    t.regex(await talk.deliver(mail, 'calculator@bus.example'), /^250/)
    const { content } = await sink.mail(0)
    const answer = readMail(content, OPTIONS)
    t.is(answer.type.value, type)
    t.regex(answer.headers.get('subject') ?? '', /^Re: A request \((?:fault in )?Add\)$|\(fault\)$/)
  })
}

test('people read why their message is a fault', async (t) => {
  const sink = await mailSink()
  const node = await mailNode({ relay: sink.url })
  t.teardown(() => Promise.all([sink.close(), node.close()]))
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  const wrong = attached('mixed').replace('</', '<unexpected/></')
  t.regex(await talk.deliver(wrong, 'calculator@bus.example'), /^250/)
  const { content } = await sink.mail(0)
  const mail = await PostalMime.parse(content)
  t.regex(mail.subject ?? '', /fault/)
  t.regex(mail.text ?? '', /^This is a fault: .*\r?\n\r?\n {4}\S/)
})
