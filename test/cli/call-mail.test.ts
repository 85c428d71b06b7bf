/** `waybill call mailto:…` as a process: the request goes to a relay, the answer comes by SMTP or IMAP. */
import test, { type ExecutionContext } from 'ava'
import { createTransport } from 'nodemailer'
import { folderOf } from '../support/folder.js'
import { imapServer } from '../support/mail/imap-server.js'
import { type MailSink, mailSink, type NoteOfMail, type SinkOptions } from '../support/mail/sink.js'
import { cli } from '../support/nodes/cli.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'

// One after the other where somebody waits: a process each, at once, eat into each other's time.
const ADD = '{urn:example:calculator}Add'
const SUM = '<m:AddResponse xmlns:m="urn:example:calculator"><m:result>3</m:result></m:AddResponse>'
const FAULT =
  '<s:Fault xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><faultcode>s:Server</faultcode><faultstring>no luck</faultstring></s:Fault>'

const field = ({ content }: NoteOfMail, name: string) =>
  new RegExp(`^${name}: (.*)\r$`, 'im').exec(content.toString('latin1'))?.[1] ?? ''

/** The mail that answers a request, as another SOAP node would write it. */
function answerTo(request: NoteOfMail, body: string, type = 'text/xml; charset=utf-8'): string {
  return [
    'From: calculator@peer.example',
    `To: ${field(request, 'Reply-To')}`,
    `In-Reply-To: ${field(request, 'Message-ID')}`,
    'Message-ID: <answer@peer.example>',
    'Auto-Submitted: auto-replied',
    `Content-Type: ${type}`,
    '',
    body,
    '',
  ].join('\r\n')
}

async function relayOf(t: ExecutionContext, options: SinkOptions = {}): Promise<MailSink> {
  const relay = await mailSink(options)
  t.teardown(() => relay.close())
  return relay
}

/** Brings a mail to the address that the request gave, at the port where the command listens. */
async function deliver(port: number, to: string, raw: string): Promise<void> {
  const delivery = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  await delivery.sendMail({ envelope: { from: 'calculator@peer.example', to }, raw })
  delivery.close()
}

const CALL = [
  'call',
  'mailto:calculator@peer.example',
  ADD,
  'a=1',
  'b=2',
  '--from',
  'me@bus.example',
]

for (const soap of ['1.1', '1.2'] as const) {
  test.serial(`SOAP ${soap}: the answer comes to a listener of its own`, async (t) => {
    const relay = await relayOf(t)
    const port = await freePort()
    const listen = ['--listen', `127.0.0.1:${port}`, '--soap', soap]
    const ended = cli([...CALL, '--via', relay.url, ...listen])
    const request = await relay.mail(0)
    t.deepEqual(request.to, ['calculator@peer.example'])
    t.regex(field(request, 'Reply-To'), /^me\+[0-9a-f-]{36}@bus\.example$/)
    const [body, type] =
      soap === '1.1' ? [soap11(SUM), 'text/xml'] : [soap12(SUM), 'application/soap+xml']
    await deliver(port, field(request, 'Reply-To'), answerTo(request, body, type))
    const { code, out, err } = await ended
    t.is(err, '')
    t.is(out, 'result=3\n')
    t.is(code, 0)
  })
}

test.serial('a fault by mail is a fault', async (t) => {
  const relay = await relayOf(t)
  const port = await freePort()
  const ended = cli([...CALL, '--via', relay.url, '--listen', `127.0.0.1:${port}`])
  const request = await relay.mail(0)
  await deliver(port, field(request, 'Reply-To'), answerTo(request, soap11(FAULT)))
  const { code, err } = await ended
  t.regex(err, /^Fault .*Server: no luck\n$/)
  t.is(code, 70)
})

test.serial('mail that answers nothing is refused, and the answer still found', async (t) => {
  const relay = await relayOf(t)
  const port = await freePort()
  const ended = cli([...CALL, '--via', relay.url, '--listen', `127.0.0.1:${port}`])
  const request = await relay.mail(0)
  const forged = answerTo(request, soap11(SUM.replace('3', '666'))).replace(
    /^In-Reply-To: .*\r\n/m,
    '',
  )
  await t.throwsAsync(deliver(port, 'me@bus.example', forged), { message: /550/ })
  await t.throwsAsync(deliver(port, 'other@bus.example', forged), { message: /550/ })
  // Where plus-addresses are cut, the Message-ID tells.
  await deliver(port, 'me@bus.example', answerTo(request, soap11(SUM)))
  t.is((await ended).out, 'result=3\n')
})

const REPORT = (request: NoteOfMail) =>
  [
    'From: MAILER-DAEMON@relay.example',
    `To: ${request.from}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'no such user',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; relay.example',
    '',
    'Final-Recipient: rfc822; calculator@peer.example',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 no such user here',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${field(request, 'Message-ID')}`,
    '',
    '--b--',
    '',
  ].join('\r\n')

test.serial('a delivery report ends the call at once', async (t) => {
  const relay = await relayOf(t)
  const port = await freePort()
  const ended = cli([...CALL, '--via', relay.url, '--listen', `127.0.0.1:${port}`])
  const request = await relay.mail(0)
  const delivery = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  await delivery.sendMail({ envelope: { from: false, to: request.from }, raw: REPORT(request) })
  delivery.close()
  const { code, err } = await ended
  t.regex(err, /^the mail came back: 5\.1\.1 .*no such user here\n$/)
  t.is(code, 69)
})

test.serial('the answer is read in a mailbox, whose other mails are left alone', async (t) => {
  const relay = await relayOf(t)
  const mailbox = await imapServer()
  t.teardown(() => mailbox.close())
  mailbox.put('Subject: private\r\n\r\nhello\r\n')
  const folder = folderOf(t, { password: 'secret\n' })
  const url = mailbox.url.replace('//', '//me@')
  const reading = ['--mailbox', url, '--mailbox-password', `file:${folder}/password`]
  const ended = cli([...CALL, '--via', relay.url, ...reading])
  const request = await relay.mail(0)
  mailbox.put(answerTo(request, soap11(SUM)))
  const { code, out, err } = await ended
  t.is(err, '')
  t.is(out, 'result=3\n')
  t.is(code, 0)
  t.is(mailbox.folder('INBOX')?.length, 1)
  t.is(mailbox.folder('Waybill')?.length, 1)
})

test.serial('a mailbox that refuses the login ends the call', async (t) => {
  const relay = await relayOf(t)
  const mailbox = await imapServer()
  t.teardown(() => mailbox.close())
  const reading = ['--mailbox', mailbox.url.replace('//', '//me@'), '--mailbox-password', 'env:PW']
  const { code, err } = await cli([...CALL, '--via', relay.url, ...reading], {
    environment: { PW: 'wrong' },
  })
  t.regex(err, /^the mailbox at 127\.0\.0\.1:\d+ refuses the login/)
  t.is(code, 69)
})

test.serial('no answer in time, and a relay that refuses', async (t) => {
  const relay = await relayOf(t, {
    atRecipient: (mailbox) => (mailbox.startsWith('no@') ? '550 5.1.1 no such user' : undefined),
  })
  const late = await cli([...CALL, '--via', relay.url, '--wait', '300ms'])
  t.is(late.err, 'no answer of calculator@peer.example to me@bus.example came in time\n')
  t.is(late.code, 69)
  const [, , ...rest] = CALL
  const refused = await cli(['call', 'mailto:no@peer.example', ...rest, '--via', relay.url])
  t.regex(refused.err, /refused the mail to no@peer\.example: 550 5\.1\.1 no such user\n$/)
  t.is(refused.code, 69)
})

test.serial('--wait 0 sends and waits for nothing', async (t) => {
  const relay = await relayOf(t)
  const { code, out } = await cli([...CALL, '--via', relay.url, '--wait', '0'])
  const [, id = ''] = /^accepted\nmessageId=(<\S+@bus\.example>)\ntrace=/.exec(out) ?? []
  t.is(code, 0)
  t.is(relay.mails.length, 1)
  t.true((await relay.mail(0)).content.includes(`\r\nMessage-ID: ${id}\r\n`))
})

test.serial('AUTH at the relay, with a password that no argument holds', async (t) => {
  const relay = await relayOf(t, {
    smtp: {
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        done(null, username === 'me@bus.example' && password === 'secret' ? { user: username } : {})
      },
    },
  })
  const via = ['--via', relay.url.replace('//', '//me%40bus.example@'), '--via-password', 'env:PW']
  const { code } = await cli([...CALL, ...via, '--wait', '0'], { environment: { PW: 'secret' } })
  t.is(code, 0)
  t.is((await relay.mail(0)).user, 'me@bus.example')
})

const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
  [[], /needs --via and --from/],
  [['--via', 'http://x'], /expected an smtp or smtps URL/],
  [['--via', 'smtp://me:secret@x'], /a password does not belong here/],
  [['--via', 'smtp://me@x'], /a user needs --via-password/],
  [['--via', 'smtp://x', '--via-password', 'env:PW'], /--via-password needs a user/],
  [['--via', 'smtp://me@x', '--via-password', 'secret'], /as env:NAME or file:path/],
  [['--via', 'smtp://me@x', '--via-password', 'env:NOT_SET'], /there is no password/],
  [
    ['--via', 'smtp://me@x', '--via-password', 'file:/no/such'],
    /cannot be read \(no such file or directory\)/,
  ],
  [['--via', 'smtp://x', '--mailbox', 'imap://y'], /--mailbox needs a user/],
  [['--via', 'smtp://x', '--listen', 'y'], /expected host:port/],
  [['--via', 'smtp://x', '--wait', '-1'], /expected a time with its unit up to 1d/],
]

for (const [more, complaint] of WRONG) {
  test(`wrong usage: ${more.join(' ') || 'no relay'}`, async (t) => {
    const { code, err } = await cli([...CALL, ...more])
    t.regex(err, complaint)
    t.is(code, 64)
  })
}
