/** Real mail programs: what we send goes through Postfix unharmed, and Dovecot's mailbox is read. */
import { readdirSync } from 'node:fs'
import test from 'ava'
import { createTransport } from 'nodemailer'
import { type InboundMessage, type OutboundMessage, Undeliverable } from '../../src/transport.js'
import type { ArrivedMail } from '../../transports/smtp/incoming-mail.js'
import type { MailboxOptions } from '../../transports/smtp/mailbox/options.js'
import { ImapReceiver } from '../../transports/smtp/mailbox/receiver.js'
import { soon } from '../support/jobs.js'
import { type Dovecot, startDovecot } from '../support/mail/dovecot.js'
import { type Postfix, startPostfix } from '../support/mail/postfix.js'
import { READING, senderTo } from '../support/mail/sender.js'
import { type MailSink, mailSink, type NoteOfMail } from '../support/mail/sink.js'
import { flat, messageOf } from '../support/nodes/messages.js'
import { textOfMail } from '../support/nodes/passage.js'
import { CERTIFICATE } from '../support/wire/certificate.js'
import { soap11 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'

let ours: MailSink
let theirs: MailSink
let postfix: Postfix
let dovecot: Dovecot

test.before(async () => {
  ours = await mailSink()
  theirs = await mailSink({
    atRecipient: (mailbox) =>
      mailbox.startsWith('nobody@') ? '550 5.1.1 no such user here' : undefined,
  })
  const routes = { 'bus.example': ours.port, 'peer.example': theirs.port }
  postfix = await startPostfix({ port: await freePort(), routes })
  dovecot = await startDovecot()
})

test.after.always(async () => {
  await postfix?.stop()
  await dovecot?.stop()
  await ours?.close()
  await theirs?.close()
})

const TEXT = [
  '  trailing  ',
  '.',
  '',
  '\ttab\t',
  'From me',
  'grüß 日本',
  `${'long '.repeat(400)}`,
].join('\n')
const REQUEST: OutboundMessage = {
  body: soap11(`<e:Echo xmlns:e="urn:example:echo"><e:text>${TEXT}</e:text></e:Echo>\r\n`),
  soap: '1.1',
  action: 'urn:x',
}

/** The mail that has this Message-ID. */
async function mailOf(sink: MailSink, id: string): Promise<NoteOfMail> {
  for (let index = 0; ; index += 1) {
    const mail = await sink.mail(index)
    if (mail.content.includes(`<${id}@bus.example>`)) return mail
  }
}

const bodyOf = ({ content }: NoteOfMail) => textOfMail(content.toString('latin1'))

test('Postfix relays a request byte for byte, by STARTTLS', async (t) => {
  const sender = senderTo(t, postfix.url, { startTls: true, ca: CERTIFICATE })
  await sender.send({ ...REQUEST, id: 'relayed' }, new URL('mailto:echo@peer.example'), soon())
  const mail = await mailOf(theirs, 'relayed')
  t.is(mail.from, 'node+relayed@bus.example')
  t.deepEqual(mail.to, ['echo@peer.example'])
  t.is(bodyOf(mail), REQUEST.body)
  t.regex(mail.content.toString('latin1'), /^SOAPAction: "urn:x"\r$/m)
})

test('a fault leaves with a null return path through Postfix', async (t) => {
  const fault = { ...REQUEST, id: 'fault', purpose: 'fault' } as const
  await senderTo(t, postfix.url).send(fault, new URL('mailto:echo@peer.example'), soon())
  t.is((await mailOf(theirs, 'fault')).from, '')
})

test('Postfix reports an unknown user to the address that names the request', async (t) => {
  const to = new URL('mailto:nobody@peer.example')
  await senderTo(t, postfix.url).send({ ...REQUEST, id: 'bounced' }, to, soon())
  const report = await mailOf(ours, 'bounced')
  t.is(report.from, '')
  t.deepEqual(report.to, ['node+bounced@bus.example'])
  const text = report.content.toString('latin1')
  t.regex(text, /multipart\/report; report-type=delivery-status/)
  t.regex(text, /^Status: 5\.1\.1\r$/m)
})

test('Postfix refuses a domain that it has no business with, for good', async (t) => {
  const to = new URL('mailto:echo@elsewhere.example')
  const error = await t.throwsAsync(senderTo(t, postfix.url).send(REQUEST, to, soon()), {
    instanceOf: Undeliverable,
    message: /554 5\.7\.1 <echo@elsewhere\.example>: Relay access denied/,
  })
  t.true(error?.permanent)
})

test('Dovecot: mail is read as it comes, by STARTTLS, and put away', async (t) => {
  const { imap, lmtp, user, password } = dovecot
  const options: MailboxOptions = {
    ...READING,
    failed: 'Failed/SOAP',
    url: `imap://localhost:${imap}/`,
    login: { user, password },
    startTls: true,
    ca: CERTIFICATE,
  }
  const texts: string[] = []
  const waiting: (() => void)[] = []
  const arrived = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => texts.length >= count && resolve()
      waiting.push(look)
      look()
    })
  const complaints: object[] = []
  const read = async (mail: ArrivedMail): Promise<InboundMessage[]> => {
    const bytes = Buffer.from(await mail.bytes.bytes())
    if (bytes.includes('no message')) throw new Error('no message')
    return [messageOf({ transport: 'smtp', body: bytes })]
  }
  const receiver = new ImapReceiver(options, read, {
    debug: () => undefined,
    warn: (fields) => complaints.push(fields),
    error: (fields) => complaints.push(fields),
    report: (event) => complaints.push(event),
  })
  const delivery = createTransport({ host: '127.0.0.1', port: lmtp, lmtp: true, ignoreTLS: true })
  t.teardown(async () => {
    delivery.close()
    await receiver.close(AbortSignal.timeout(1000))
  })
  const deliver = (text: string) =>
    delivery.sendMail({
      envelope: { from: 'a@b.example', to: `${user}@bus.example` },
      raw: `From: a@b.example\r\nSubject: x\r\n\r\n${text}\r\n`,
    })
  await deliver('one')
  await receiver.listen(async (message) => {
    texts.push(
      Buffer.from(flat(message).body ?? [])
        .toString()
        .trim()
        .split('\r\n')
        .at(-1) ?? '',
    )
    for (const look of waiting) look()
    return { kind: 'accepted' }
  })
  await arrived(1)
  await deliver('no message')
  await deliver('two')
  await arrived(2)
  await receiver.close(AbortSignal.timeout(10_000))
  t.deepEqual(texts, ['one', 'two'])
  t.is(complaints.length, 1)
  const mails = (folder: string) =>
    ['new', 'cur'].flatMap((part) => readdirSync(`${dovecot.folder}/mail/${folder}${part}`)).length
  t.deepEqual([mails(''), mails('.Done/'), mails('.Failed.SOAP/')], [0, 2, 1])
})
