/** A node among real mail programs: swaks and SOAP::Lite send, Postfix relays both ways, Dovecot keeps. */
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { createTransport } from 'nodemailer'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { startDovecot } from '../support/mail/dovecot.js'
import { type MailNode, mailNode } from '../support/mail/node.js'
import { type Postfix, startPostfix } from '../support/mail/postfix.js'
import { READING } from '../support/mail/sender.js'
import { type MailSink, mailSink } from '../support/mail/sink.js'
import { cli } from '../support/nodes/cli.js'
import { CERTIFICATE, KEY } from '../support/wire/certificate.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'
import { run } from './foreign-client.js'

const ENTRY = '<c:Add xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>2</c:b></c:Add>'
const SUM = /<m:result>3<\/m:result>/

let postfix: Postfix
let node: MailNode
let peer: MailSink
let callPort: number

test.before(async () => {
  const port = await freePort()
  callPort = await freePort()
  node = await mailNode({
    relay: `smtp://127.0.0.1:${port}`,
    settings: { addresses: { file: { plugin: 'calculator', files: true } } },
  })
  peer = await mailSink({
    atRecipient: (mailbox) =>
      mailbox.startsWith('nobody@') ? '550 5.1.1 no such user here' : undefined,
  })
  const routes = { 'bus.example': node.port, 'peer.example': peer.port, 'me.example': callPort }
  postfix = await startPostfix({ port, routes })
})

test.after.always(async () => {
  await postfix?.stop()
  await node?.close()
  await peer?.close()
})

const call = (parameters: readonly string[], to: string, ...more: readonly string[]) => {
  const back = ['--from', 'caller@me.example', '--listen', `127.0.0.1:${callPort}`]
  return cli(['call', `mailto:${to}`, ...parameters, '--via', postfix.url, ...back, ...more])
}

const ADD = ['{urn:example:calculator}Add', 'a=1', 'b=2']
const DIVIDE = ['{urn:example:calculator}Divide', 'a=1', 'b=0']

for (const soap of ['1.1', '1.2']) {
  test.serial(`SOAP ${soap}: the request goes by Postfix, and so does its answer`, async (t) => {
    const { code, out, err } = await call(ADD, 'calculator@bus.example', '--soap', soap)
    t.is(err, '')
    t.is(out, 'result=3\n')
    t.is(code, 0)
  })
}

test.serial('a fault comes back by Postfix, from a null return path', async (t) => {
  const fault = await call(DIVIDE, 'calculator@bus.example')
  t.regex(fault.err, /^Fault .*Client: The divisor is zero\.\n +DivisionByZero\n$/)
  t.is(fault.code, 65)
  t.regex(postfix.log, /qmgr.*from=<>/)
})

test.serial('an unknown user: Postfix sends a report, which ends the call', async (t) => {
  const { code, err } = await call(ADD, 'nobody@peer.example')
  t.regex(err, /^the mail came back: 5\.1\.1 .*no such user here/)
  t.is(code, 69)
})

test.serial('an answer to an unknown user: its report is heard', async (t) => {
  const before = node.received.length
  const delivery = createTransport({ host: '127.0.0.1', port: node.port, ignoreTLS: true })
  t.teardown(() => delivery.close())
  await delivery.sendMail({
    envelope: { from: 'nobody@peer.example', to: 'calculator@bus.example' },
    raw: `From: nobody@peer.example\r\nMessage-ID: <unknown@peer.example>\r\nContent-Type: text/xml\r\n\r\n${soap11(ENTRY)}\r\n`,
  })
  const heard = () => node.log.find(({ msg }) => msg === 'a message of this node did not arrive')
  await until(() => heard() !== undefined)
  const [, arrival] = node.received.slice(before)
  t.is(arrival?.message.report?.status, '5.1.1')
  t.regex(arrival?.message.report?.text ?? '', /no such user here/)
  // What it names is the answer that this node has sent.
  const [id = ''] = arrival?.message.inReplyTo ?? []
  t.is((await node.queue.find(id))?.state, 'done')
  t.is(node.received.length, before + 2)
})

/** The reply to the mail with this Message-ID. */
async function replyTo(id: string): Promise<string> {
  for (let index = 0; ; index += 1) {
    const text = (await peer.mail(index)).content.toString('latin1')
    if (text.includes(`In-Reply-To: ${id}`)) return text.replace(/=\r\n/g, '').replace(/=3D/g, '=')
  }
}

let number = 0

/** Sends a mail by swaks, with flags that hold no spaces, and gives the reply to it. */
async function swaks(
  port: number,
  to: string,
  headers: readonly string[],
  flags: string,
): Promise<string> {
  number += 1
  const id = `<swaks-${number}@peer.example>`
  const fields = [`Message-Id: ${id}`, 'Auto-Submitted: no', ...headers]
  const own = `--silent 2 --server 127.0.0.1:${port} --from person@peer.example --to ${to}`
  const all = `${own} --helo peer.example ${flags}`.split(' ')
  await run('swaks', [...all, ...fields.flatMap((field) => ['--header', field])], '')
  return replyTo(id)
}

const envelopeFile = (t: ExecutionContext, text: string, name = 'request.xml') =>
  `@${folderOf(t, { [name]: text })}/${name}`

test.serial('swaks: a single part of text/xml', async (t) => {
  const reply = await swaks(
    node.port,
    'calculator@bus.example',
    ['Content-Type: text/xml; charset=utf-8', 'SOAPAction: ""', 'MIME-Version: 1.0'],
    `--body ${envelopeFile(t, soap11(ENTRY))}`,
  )
  t.regex(reply, SUM)
  t.regex(reply, /^Content-Type: text\/xml; charset=utf-8\r$/m)
  t.regex(reply, /^Auto-Submitted: auto-replied\r$/m)
})

test.serial('swaks: a single part of application/soap+xml, by Postfix', async (t) => {
  const reply = await swaks(
    Number(new URL(postfix.url).port),
    'calculator@bus.example',
    ['Content-Type: application/soap+xml; action="urn:x"', 'MIME-Version: 1.0'],
    `--body ${envelopeFile(t, soap12(ENTRY))}`,
  )
  t.regex(reply, SUM)
  t.regex(reply, /^Content-Type: application\/soap\+xml; charset=utf-8\r$/m)
})

/** Each with the address that it goes to, and the flags of its parts. */
const SHAPES: Readonly<
  Record<string, readonly [mailbox: string, parts: (t: ExecutionContext) => string]>
> = {
  'multipart/mixed, a note before the envelope': [
    'calculator',
    (t) => `--body please-add --attach-type text/xml --attach ${envelopeFile(t, soap11(ENTRY))}`,
  ],
  'multipart/alternative': [
    'calculator',
    (t) =>
      '--attach-type text/plain --attach-body please-add' +
      ` --attach-type application/soap+xml --attach-body ${envelopeFile(t, soap12(ENTRY))}`,
  ],
  'a file of application/octet-stream, where the address takes files': [
    'file',
    (t) =>
      '--body see-file --attach-name request.xml --attach-type application/octet-stream' +
      ` --attach ${envelopeFile(t, soap11(ENTRY))}`,
  ],
}

for (const [what, [mailbox, parts]] of Object.entries(SHAPES)) {
  test.serial(`swaks: ${what}`, async (t) => {
    t.regex(await swaks(node.port, `${mailbox}@bus.example`, [], parts(t)), SUM)
  })
}

test.serial('swaks: AUTH over STARTTLS, where nothing else is taken', async (t) => {
  const digest = '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b'
  const closed = await mailNode({
    relay: postfix.url,
    settings: {
      tlsFiles: {
        certificate: CERTIFICATE,
        key: KEY,
        names: [],
        minVersion: 'TLSv1.2',
        clientAuthentication: 'none',
        clientAuthority: undefined,
        revoked: [],
      },
      requireTls: true,
      users: { me: `sha256:${digest}` },
      senders: [{ users: ['me'] }],
    },
  })
  t.teardown(() => closed.close())
  const fields = ['Content-Type: text/xml', 'MIME-Version: 1.0']
  const body = `--body ${envelopeFile(t, soap11(ENTRY))}`
  const send = (flags: string) =>
    swaks(closed.port, 'calculator@bus.example', fields, `${body}${flags}`)
  await t.throwsAsync(send(''))
  await t.throwsAsync(send(' --tls'))
  t.regex(await send(' --tls --auth PLAIN --auth-user me --auth-password secret'), SUM)
})

test.serial('SOAP::Lite sends by its MAILTO transport, and is understood', async (t) => {
  const script = fileURLToPath(new URL('clients/mailto.pl', import.meta.url))
  const before = peer.mails.length
  const call = {
    url: 'mailto:calculator@bus.example?Subject=sum&From=lite@peer.example',
    namespace: 'urn:example:calculator',
    operation: 'Add',
    parameters: [
      ['a', 1],
      ['b', 2],
    ],
    options: { relay: `127.0.0.1:${node.port}` },
  }
  await run('perl', [script], JSON.stringify(call))
  const reply = await peer.mail(before)
  t.deepEqual(reply.to, ['lite@peer.example'])
  const text = reply.content.toString('latin1').replace(/=\r\n/g, '').replace(/=3D/g, '=')
  t.regex(text, SUM)
  t.regex(text, /^Subject: Re: sum \(Add\)\r$/m)
})

test.serial('Dovecot keeps the mail of a node that does not listen', async (t) => {
  const dovecot = await startDovecot()
  t.teardown(() => dovecot.stop())
  const { imap, lmtp, user, password } = dovecot
  const mailbox = {
    ...READING,
    url: `imap://localhost:${imap}/`,
    login: { user, password },
    startTls: true,
    ca: CERTIFICATE,
  }
  // What Dovecot writes into Delivered-To is the account it delivers to.
  const settings = { addresses: { [user]: { plugin: 'calculator' } } }
  const reading = await mailNode({ relay: postfix.url, settings, mailbox })
  t.teardown(() => reading.close())
  const delivery = createTransport({ host: '127.0.0.1', port: lmtp, lmtp: true, ignoreTLS: true })
  t.teardown(() => delivery.close())
  await delivery.sendMail({
    envelope: { from: 'person@peer.example', to: `${user}@bus.example` },
    raw: `From: person@peer.example\r\nMessage-ID: <kept@peer.example>\r\nContent-Type: text/xml\r\n\r\n${soap11(ENTRY)}\r\n`,
  })
  t.regex(await replyTo('<kept@peer.example>'), SUM)
})
