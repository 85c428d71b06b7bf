/** A request by mail to the running daemon, and the mail that answers it. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { SMTP_BOUNDS } from '../../transports/smtp/bounds.js'
import { folderOf } from '../support/folder.js'
import { readMail } from '../support/mail/arrived.js'
import { mailSink } from '../support/mail/sink.js'
import { mailOf, stuffed, Talk } from '../support/mail/smtp.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'

const DIVIDE = '<c:Divide xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>0</c:b></c:Divide>'

async function bus(
  t: ExecutionContext,
  settings: readonly string[] = [],
  options: readonly string[] = [],
) {
  const sink = await mailSink()
  const relay = `{url: "${sink.url}", from: "bus@localhost"}`
  const own = ['queue.url=memory:', `stateDir=${folderOf(t, {})}`, `smtp.relay=${relay}`]
  const node = await startDaemon([...own, ...settings], options)
  t.teardown(async () => {
    await node.stop()
    await sink.close()
  })
  const listening = await node.logged((line) => line.transport === 'smtp')
  const { port } = new URL(String((listening.listening as string[])[0]))
  return { sink, node, port: Number(port) }
}

/** Sends one mail and gives the reply to it. */
async function send(port: number, to: string, mail: string, from = 'peer@partner.example') {
  const talk = await Talk.open(port)
  await talk.say('EHLO partner.example')
  await talk.say(`MAIL FROM:<${from}>`)
  const recipient = await talk.say(`RCPT TO:<${to}>`)
  if (!recipient.startsWith('250')) return recipient
  await talk.say('DATA')
  talk.write(`${stuffed(mail)}.\r\n`)
  return talk.reply()
}

const fields = (content: Buffer, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(content.toString('latin1'))?.[1]?.trim()

const LIMITS = SMTP_BOUNDS.receiving

const bodyOf = (content: Buffer) => {
  const text = content.toString('latin1')
  const body = text.slice(text.indexOf('\r\n\r\n') + 4)
  return /^Content-Transfer-Encoding: base64/im.test(text)
    ? Buffer.from(body, 'base64').toString('utf8')
    : Buffer.from(
        body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString('utf8')
}

/** Waits until the node has logged the end of so many exchanges by mail. */
const logged = (node: RunningDaemon, outcome: string) =>
  node.logged((line) => line.msg === 'exchange' && line.outcome === outcome)

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?><'

const VERSIONS = [
  ['1.1', soap11, 'text/xml', /<faultcode>\w+:Client</],
  ['1.2', soap12, 'application/soap+xml', /<\w+:Value>\w+:Sender</],
] as const

for (const [name, envelope, type] of VERSIONS) {
  test(`SOAP ${name}: a request is answered by a mail that refers to it`, async (t) => {
    const { sink, port } = await bus(t)
    const mail = mailOf(envelope(ADD), {
      To: 'calculator@localhost',
      'Content-Type': `${type}; charset=utf-8`,
    })
    t.regex(await send(port, 'calculator@localhost', mail), /^250 /)
    const { from, to, content } = await sink.mail(0)
    t.deepEqual(to, ['peer@partner.example'])
    t.is(fields(content, 'From'), 'calculator@localhost')
    t.regex(from, /^calculator\+[\w-]+-reply@localhost$/)
    t.is(fields(content, 'In-Reply-To'), '<1@partner.example>')
    t.is(fields(content, 'Auto-Submitted'), 'auto-replied')
    t.true(fields(content, 'Content-Type')?.startsWith(type))
    t.true(bodyOf(content).startsWith(DECLARATION))
    t.regex(bodyOf(content), /AddResponse.*>3</)
  })
}

for (const [name, envelope, type, faultcode] of VERSIONS) {
  test(`SOAP ${name}: a fault is a mail with a null return path`, async (t) => {
    const { sink, port } = await bus(t)
    const mail = mailOf(envelope(DIVIDE), { 'Content-Type': type })
    t.regex(await send(port, 'calculator@localhost', mail), /^250 /)
    const { from, to, content } = await sink.mail(0)
    t.is(from, '')
    t.deepEqual(to, ['peer@partner.example'])
    t.true(fields(content, 'Content-Type')?.startsWith(type))
    t.is(fields(content, 'Auto-Submitted'), 'auto-replied')
    t.true(bodyOf(content).startsWith(DECLARATION))
    t.regex(bodyOf(content), faultcode)
  })

  test(`SOAP ${name}: text comes back, in whichever charset and shape it came`, async (t) => {
    const { sink, port } = await bus(t)
    const text = 'Gr\u00fc\u00dfe an J\u00f6rg \u00bf'
    const entry = `<e:Echo xmlns:e="urn:example:echo"><e:text>${text}</e:text></e:Echo>`
    let count = 0
    for (const charset of ['utf-8', 'iso-8859-1'] as const) {
      const bytes = Buffer.from(envelope(entry), charset === 'utf-8' ? 'utf8' : 'latin1')
      for (const shape of ['as it is', 'in base64', 'with files around it'] as const) {
        const mail = shaped(bytes, `${type}; charset=${charset}`, shape, `<${count}@p.example>`)
        t.regex(await send(port, 'echo@localhost', mail), /^250 /)
        const { content } = await sink.mail(count)
        t.is(fields(content, 'In-Reply-To'), `<${count}@p.example>`)
        const answer = readMail(content, LIMITS)
        // A mail with files is from people: they get a text first.
        const part = shape === 'with files around it' ? answer.parts[1] : answer
        t.is(part?.headers.get('content-type'), `${type}; charset=utf-8`)
        const read = Buffer.from((await part?.bytes()) ?? []).toString('utf8')
        t.true(read.includes(`>${text}<`), `${charset}, ${shape}: ${read}`)
        count += 1
      }
    }
  })

  test(`SOAP ${name}: a one-way message is taken, done, and not answered`, async (t) => {
    const folder = folderOf(t, {
      'note.mjs': `export default ({ log }) => ({ operations: [{ name: '{urn:n}Note', exchange: 'one-way', invoke: ({ text }) => log.info({ text }, 'noted') }] })`,
      'w.yaml': 'plugins: [calculator, ./note.mjs]\n',
    })
    const { sink, node, port } = await bus(t, [], ['--config', join(folder, 'w.yaml')])
    const note = '<n:Note xmlns:n="urn:n"><n:text>tea</n:text></n:Note>'
    const mail = mailOf(envelope(note), { 'Content-Type': type })
    t.regex(await send(port, 'note@localhost', mail), /^250 /)
    t.is((await node.logged(({ msg }) => msg === 'noted')).text, 'tea')
    // What comes after it has the first answer.
    const other = mailOf(soap11(ADD), { 'Message-ID': '<2@partner.example>' })
    t.regex(await send(port, 'calculator@localhost', other), /^250 /)
    t.is(fields((await sink.mail(0)).content, 'In-Reply-To'), '<2@partner.example>')
  })
}

/** A mail around an envelope, in text of Latin-1. */
function shaped(envelope: Buffer, type: string, shape: string, id: string): string {
  const named = { 'Content-Type': type, 'Message-ID': id }
  const base64 = envelope.toString('base64').replace(/.{76}/g, '$&\r\n')
  const encoded = { ...named, 'Content-Transfer-Encoding': 'base64' }
  if (shape === 'in base64') return mailOf(base64, encoded)
  const raw = { ...named, 'Content-Transfer-Encoding': '8bit' }
  if (shape === 'as it is') return mailOf('', raw) + envelope.toString('latin1')
  const parts = [
    'Content-Type: text/plain\r\n\r\nPlease see below.',
    `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}`,
    'Content-Type: image/png; name="a.png"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA',
  ]
  const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
  return mailOf(body, { ...named, 'Content-Type': 'multipart/mixed; boundary=b' })
}

test('a report about an answer arrives at the address that has sent it', async (t) => {
  const { sink, node, port } = await bus(t)
  t.regex(await send(port, 'calculator@localhost', mailOf(soap11(ADD))), /^250 /)
  const { from, content } = await sink.mail(0)
  const report =
    '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n' +
    'Action: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n' +
    `${content.toString('latin1')}\r\n--b--\r\n`
  const mail = mailOf(report, {
    From: 'MAILER-DAEMON@relay.example',
    'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
  })
  t.regex(await send(port, from, mail, ''), /^250 /)
  const line = await node.logged(({ msg }) => msg === 'a message of this node did not arrive')
  const [token = ''] = /[\w-]+-reply/.exec(from.split('+')[1] ?? '') ?? []
  t.deepEqual(line.inReplyTo, [token])
})

test('where all mails must be from one address they are', async (t) => {
  const { sink, port } = await bus(t, ['smtp.relay.asAddressed=false'])
  t.regex(await send(port, 'calculator@localhost', mailOf(soap11(ADD))), /^250 /)
  t.is(fields((await sink.mail(0)).content, 'From'), 'bus@localhost')
})

test('the same mail twice is answered once', async (t) => {
  const { sink, node, port } = await bus(t)
  const mail = mailOf(soap11(ADD))
  t.regex(await send(port, 'calculator@localhost', mail), /^250 /)
  t.regex(await send(port, 'calculator@localhost', mail), /^250 /)
  await sink.mail(0)
  // What comes after both has its answer after theirs.
  const other = mailOf(soap11(ADD), { 'Message-ID': '<2@partner.example>' })
  await send(port, 'calculator@localhost', other)
  const { content } = await sink.mail(1)
  t.is(fields(content, 'In-Reply-To'), '<2@partner.example>')
  t.is(node.log.filter((line) => line.event === 'exchange' && line.attempt === 1).length, 2)
})

test('a fault that comes by mail, and what answers nothing of ours, is not answered', async (t) => {
  const { sink, node, port } = await bus(t)
  const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring></s:Fault>'
  t.regex(await send(port, 'calculator@localhost', mailOf(soap11(fault))), /^250 /)
  await logged(node, 'accepted')
  const answer = '<c:AddResponse xmlns:c="urn:example:calculator"/>'
  const mail = mailOf(soap11(answer), {
    'Message-ID': '<3@partner.example>',
    'In-Reply-To': '<unknown@localhost>',
  })
  t.regex(await send(port, 'calculator@localhost', mail), /^250 /)
  await send(port, 'calculator@localhost', mailOf(soap11(ADD), { 'Message-ID': '<4@p.example>' }))
  const { content } = await sink.mail(0)
  t.is(fields(content, 'In-Reply-To'), '<4@p.example>')
})

test('an unknown sender may call operations that their plugin marks as public, and nothing else', async (t) => {
  const operation = (name: string, open: boolean) =>
    `{ name: '{urn:x}${name}', public: ${open}, invoke: (_, { peer }) => ({ did: '${name}', by: peer.mailbox }) }`
  const folder = folderOf(t, {
    'public.mjs': `export default () => ({ operations: [${operation('Ask', true)}, ${operation('Tell', false)}] })`,
    'w.yaml': 'plugins: [calculator, ./public.mjs]\nsmtp:\n  senders: []\n',
  })
  const { sink, port } = await bus(t, [], ['--config', join(folder, 'w.yaml')])
  const call = (name: string, id: string, to = 'public@localhost') =>
    send(
      port,
      to,
      mailOf(soap11(`<x:${name} xmlns:x="urn:x"/>`), { 'Message-ID': `<${id}@p.example>` }),
    )
  t.regex(await call('Ask', '1', 'calculator@localhost'), /^550 5\.7\.1/)
  t.regex(await call('Tell', '2'), /^550 5\.7\.1/)
  t.regex(await call('Ask', '3'), /^250 /)
  const { content } = await sink.mail(0)
  t.is(fields(content, 'In-Reply-To'), '<3@p.example>')
  t.regex(bodyOf(content), />peer@partner\.example</)
  const closed = await bus(t, ['smtp.public=false'], ['--config', join(folder, 'w.yaml')])
  t.regex(
    await send(closed.port, 'public@localhost', mailOf(soap11('<x:Ask xmlns:x="urn:x"/>'))),
    /^550 5\.7\.1/,
  )
})

test('what is no SOAP message, and whoever is no recipient here, is refused in the dialogue', async (t) => {
  const { port } = await bus(t)
  t.regex(await send(port, 'calculator@localhost', mailOf('<broken')), /^554 /)
  t.regex(await send(port, 'nobody@localhost', mailOf(soap11(ADD))), /^550 /)
  t.regex(await send(port, 'somebody@elsewhere.example', mailOf(soap11(ADD))), /^55\d /)
})
