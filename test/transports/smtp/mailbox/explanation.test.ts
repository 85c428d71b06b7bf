/** A mailbox has no dialogue: a known sender is told by one mail why its own was not taken, others never. */
import test, { type ExecutionContext } from 'ava'
import type { Outcome } from '../../../../src/transport.js'
import { encodeExplanation } from '../../../../transports/smtp/mailbox/explanation.js'
import type { MailboxOptions } from '../../../../transports/smtp/mailbox/options.js'
import { SmtpSender } from '../../../../transports/smtp/sender.js'
import { SmtpTransport } from '../../../../transports/smtp/transport.js'
import { imapServer } from '../../../support/mail/imap-server.js'
import { optionsOf } from '../../../support/mail/options.js'
import { READING } from '../../../support/mail/sender.js'
import { mailSink, type SinkOptions } from '../../../support/mail/sink.js'
import { mailOf } from '../../../support/mail/smtp.js'
import { ADD, soap11 } from '../../../support/wire/envelopes.js'

const SILENT = { debug: () => undefined, warn: () => undefined, error: () => undefined }
const TO = { To: 'echo@bus.example' }
const TEXT = { ...TO, 'Content-Type': 'text/plain' }
const ACCEPTED: Outcome = { kind: 'accepted' }

async function mailbox(
  t: ExecutionContext,
  {
    outcome = ACCEPTED,
    sink: options,
    reading = {},
  }: {
    readonly outcome?: Outcome
    readonly sink?: SinkOptions
    readonly reading?: Partial<MailboxOptions>
  } = {},
) {
  const server = await imapServer()
  const sink = await mailSink(options)
  const own = {
    ...optionsOf({ domains: ['bus.example'] }),
    plugins: ['echo'],
    senders: [{ mailboxes: ['*@partner.example'] }],
    maxAnswersPerHour: 3,
  }
  const sender = new SmtpSender({
    url: sink.url,
    from: 'node@bus.example',
    plusAddresses: true,
    own,
    connections: 1,
    mailsPerConnection: 100,
    connectTimeout: 5000,
    silenceTimeout: 5000,
  })
  const transport = new SmtpTransport(own, SILENT, sender, {
    mailbox: {
      url: server.url,
      login: { user: 'me', password: 'secret' },
      ...READING,
      concurrency: 1,
      ...reading,
    },
  })
  await transport.listen(async () => outcome)
  t.teardown(async () => {
    await transport.close(AbortSignal.timeout(1000))
    await server.close()
    await sink.close()
  })
  const failed = (count: number) => server.until(() => server.folder('Failed')?.length === count)
  return { server, sink, failed }
}

test('a known sender is told once, in words, by a mail that nobody answers', async (t) => {
  const { server, sink, failed } = await mailbox(t)
  server.put(mailOf('Hello', { ...TEXT, References: '<0@partner.example>' }))
  await failed(1)
  t.is(sink.mails.length, 1)
  const { from, to, content } = await sink.mail(0)
  t.is(from, '')
  t.deepEqual(to, ['peer@partner.example'])
  const text = content.toString('latin1')
  for (const line of [
    'From: echo@bus.example',
    'To: peer@partner.example',
    'Subject: Not taken: A request',
    'In-Reply-To: <1@partner.example>',
    'Auto-Submitted: auto-replied',
    'Content-Type: text/plain; charset=us-ascii',
  ]) {
    t.true(text.includes(`${line}\r\n`), line)
  }
  t.regex(text, /\r\n {4}not a SOAP message\r\n/)
})

for (const refusal of ['undecodable', 'unsupported'] as const) {
  test(`an envelope that is ${refusal} is explained, too`, async (t) => {
    const { server, sink, failed } = await mailbox(t, { outcome: { kind: 'refused', refusal } })
    server.put(mailOf('<broken', TO))
    await failed(1)
    t.regex((await sink.mail(0)).content.toString('latin1'), /not a message that can be read/)
  })
}

for (const [name, mail] of [
  ['an unknown sender', mailOf('Hello', { ...TEXT, From: 'x@evil.example' })],
  ['a null return path', `Return-Path: <>\r\n${mailOf('Hello', TEXT)}`],
  ['a vacation note', mailOf('I am away', { ...TEXT, 'Auto-Submitted': 'auto-replied' })],
  ['another automaton', mailOf('Hello', { ...TEXT, 'Auto-Submitted': 'auto-generated' })],
  ['a list', mailOf('Hello', { ...TEXT, 'List-Id': '<l.partner.example>' })],
  ['bulk', mailOf('Hello', { ...TEXT, Precedence: 'bulk' })],
  ['one of our own addresses', mailOf('Hello', { ...TEXT, 'Reply-To': 'echo@bus.example' })],
  [
    'a sender with two addresses',
    mailOf('Hello', { ...TEXT, From: 'a@partner.example, b@c.example' }),
  ],
  ['a mail without a header', 'Hello\r\n'],
  ['a mail in a circle', mailOf(soap11(ADD), { ...TO, 'X-Waybill-Hops': '21' })],
  ['a mail for somebody else', mailOf('Hello', { ...TEXT, To: 'x@elsewhere.example' })],
] as const) {
  test(`nobody is told: ${name}`, async (t) => {
    const { server, sink, failed } = await mailbox(t)
    server.put(mail)
    await failed(1)
    // What comes after it is told, and is the only one.
    server.put(mailOf('Hello', { ...TEXT, 'Message-ID': '<2@partner.example>' }))
    await failed(2)
    t.is(sink.mails.length, 1)
    t.true((await sink.mail(0)).content.includes('In-Reply-To: <2@partner.example>'))
  })
}

test('a sender that is refused as such is not told why', async (t) => {
  const outcome: Outcome = { kind: 'refused', refusal: 'forbidden' }
  const { server, sink, failed } = await mailbox(t, { outcome })
  server.put(mailOf(soap11(ADD), TO))
  await failed(1)
  t.is(sink.mails.length, 0)
})

test('a correspondent is told no more often than it is answered', async (t) => {
  const { server, sink, failed } = await mailbox(t)
  for (let at = 0; at < 10; at += 1) {
    server.put(mailOf('Hello', { ...TEXT, 'Message-ID': `<${at}@partner.example>` }))
  }
  await failed(10)
  t.is(sink.mails.length, 3)
})

test('until its sender is told a mail stays where it is, and others are taken', async (t) => {
  let tries = 0
  const atRecipient = () => {
    tries += 1
    return tries < 2 ? '451 4.3.0 not now' : undefined
  }
  const { server, sink, failed } = await mailbox(t, { sink: { atRecipient } })
  server.put(mailOf('Hello', TEXT))
  server.put(mailOf(soap11(ADD), TO))
  await server.until(() => server.folder('Done')?.length === 1)
  t.is(server.folder('INBOX')?.length, 1)
  // Whatever comes has the folder looked through again.
  server.put(mailOf(soap11(ADD), TO))
  await failed(1)
  t.is(sink.mails.length, 1)
})

test('a sender without an address for answers gets no explanation', async (t) => {
  const atRecipient = () => '550 5.1.1 no such user'
  const { server, sink, failed } = await mailbox(t, { sink: { atRecipient } })
  server.put(mailOf('Hello', TEXT))
  await failed(1)
  t.is(sink.mails.length, 0)
})

test('the same mail is explained by the same mail', (t) => {
  const sending = { from: 'node@bus.example', plusAddresses: true }
  const explain = (messageId: string | undefined) =>
    encodeExplanation(
      {
        to: new URL('mailto:a@b.example'),
        reference: { references: [], ...(messageId !== undefined && { messageId }) },
        reason: 'x\r\nBcc: y@z',
      },
      sending,
      new Date(0),
    ).content.toString()
  t.is(explain('<1@b.example>'), explain('<1@b.example>'))
  t.not(explain('<1@b.example>'), explain('<2@b.example>'))
  t.not(explain(undefined), explain(undefined))
  t.notRegex(explain(undefined), /^Bcc/m)
})
