/** `npm run bench -- mail`: mails made durable beside bare smtp-server, mails sent beside bare nodemailer. */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import { ownRedis } from '../test/support/redis/redis.js'
import { soap11 } from '../test/support/wire/envelopes.js'
import { encode } from '../transports/smtp/encode.js'
import { readMailto } from '../transports/smtp/mailto.js'
import { SmtpSender } from '../transports/smtp/sender.js'
import { cpuTimeOf } from './cpu.js'
import { MailClient } from './mail-load.js'
import { median, rate } from './rates.js'
import { serve, startTarget, type Target } from './targets.js'

const USAGE = `Usage: npm run bench -- mail [options]

  --rounds <n>       rounds that count, after one that does not (default 5)
  --mails <n>        mails of each target in a round (default 2000)
  --connections <n>  connections at once (default 20)
`

const BARE = fileURLToPath(new URL('./mail-targets.js', import.meta.url))
const NODE = fileURLToPath(new URL('../src/main.js', import.meta.url))
const OPEN = [
  'node.role=listener',
  'log.level=warn',
  'smtp.maxMailsPerMinute=1000000000',
  'smtp.maxAnswersPerHour=1000000000',
  'queue.maxDepth=10000000',
]
const ADD = '<c:Add xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>2</c:b></c:Add>'

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** What one target did in the rounds: mails a second, and microseconds of processor time for one. */
interface Row {
  readonly name: string
  readonly rates: number[]
  readonly cpu: number[]
}

let count = 0

function mail(): string {
  count += 1
  return (
    `From: a@bench.example\r\nTo: calculator@localhost\r\nMessage-ID: <${count}@bench.example>\r\n` +
    'Date: Mon, 05 Oct 2026 10:00:00 +0000\r\nSubject: SOAP message\r\nMIME-Version: 1.0\r\n' +
    'Content-Type: text/xml; charset=utf-8\r\nSOAPAction: ""\r\n' +
    `Content-Transfer-Encoding: 8bit\r\n\r\n${soap11(ADD)}`
  )
}

async function slice({ url, pid }: Target, mails: number, connections: number) {
  const port = Number(new URL(url).port)
  const clients = await Promise.all(
    Array.from({ length: connections }, () => MailClient.open(port)),
  )
  const free = [...clients]
  const before = cpuTimeOf(pid)
  const perSecond = await rate(mails, connections, async () => {
    const client = free.pop() as MailClient
    await client.send('calculator@localhost', mail())
    free.push(client)
  })
  const after = cpuTimeOf(pid)
  for (const client of clients) client.close()
  return { perSecond, cpu: ((after ?? Number.NaN) - (before ?? Number.NaN)) / mails }
}

async function measureReceiving(rounds: number, mails: number, connections: number): Promise<void> {
  const redis = await ownRedis(['--appendfsync', 'everysec'])
  const on = `queue.url=${redis.url}`
  const plans = [
    { name: 'bare smtp-server, add to the queue', command: [BARE, 'bare', redis.url] },
    { name: 'our transport, add to the queue', command: [BARE, 'transport', redis.url] },
    { name: 'node', command: serve(NODE, [...OPEN, on, 'queue.prefix=one']) },
    {
      name: 'node, validation off',
      command: serve(NODE, [...OPEN, on, 'queue.prefix=two', 'soap.validate=false']),
    },
    { name: 'bare smtp-server, no queue', command: [BARE, 'bare'] },
    { name: 'our transport, no queue', command: [BARE, 'transport'] },
  ]
  print(`\nMails made durable in Redis (everysec), ${connections} connections`)
  const targets: Target[] = []
  try {
    for (const plan of plans) targets.push(await startTarget(plan, /smtp:\/\/\S+?(?=[.,]?\s)/))
    const rows: Row[] = plans.map(({ name }) => ({ name, rates: [], cpu: [] }))
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, target] of targets.entries()) {
        const { perSecond, cpu } = await slice(target, mails, connections)
        // The first round only warms up.
        if (round === 0) continue
        rows[index]?.rates.push(perSecond)
        rows[index]?.cpu.push(cpu)
      }
    }
    for (const row of rows) print(`  ${row.name.padEnd(36)}${summary(row, rows[0])}`)
  } finally {
    for (const target of targets) await target.stop()
    await redis.close()
  }
}

function summary({ rates, cpu }: Row, first: Row | undefined): string {
  const ratio = median(rates.map((one, round) => one / (first?.rates[round] ?? Number.NaN)))
  const part = `${median(rates).toFixed(0).padStart(7)} a second (${ratio.toFixed(2)})`
  return `${part}, ${median(cpu).toFixed(0).padStart(5)} µs of processor time each`
}

async function measureSending(rounds: number, mails: number): Promise<void> {
  const relay = await startTarget({ name: 'relay', command: [BARE, 'bare'] }, /smtp:\/\/\S+/)
  const { port } = new URL(relay.url)
  const body = soap11(ADD)
  const to = new URL('mailto:a@bench.example')
  const options = { from: 'calculator@localhost', plusAddresses: true }
  const connections = { connections: 5, mailsPerConnection: 1_000_000 }
  const bare = createTransport({
    pool: true,
    host: '127.0.0.1',
    port: Number(port),
    ignoreTLS: true,
    maxConnections: connections.connections,
    maxMessages: connections.mailsPerConnection,
  })
  const times = { connectTimeout: 10_000, silenceTimeout: 10_000 }
  const ours = new SmtpSender({ url: relay.url, ...options, ...connections, ...times })
  const { content, returnPath } = encode({ body, soap: '1.1' }, readMailto(to), options)
  const senders = [
    {
      name: 'bare nodemailer, the mail as it is',
      send: () => bare.sendMail({ envelope: { from: returnPath, to: to.pathname }, raw: content }),
    },
    {
      name: 'node',
      send: () =>
        ours.send({ body, soap: '1.1', purpose: 'reply' }, to, new AbortController().signal),
    },
  ]
  const rows: Row[] = senders.map(({ name }) => ({ name, rates: [], cpu: [] }))
  print('\nMails handed to a relay on 5 connections')
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { send }] of senders.entries()) {
      const before = process.cpuUsage()
      const perSecond = await rate(mails, 50, send)
      const { user, system } = process.cpuUsage(before)
      if (round === 0) continue
      rows[index]?.rates.push(perSecond)
      rows[index]?.cpu.push((user + system) / mails)
    }
  }
  for (const row of rows) print(`  ${row.name.padEnd(36)}${summary(row, rows[0])}`)
  bare.close()
  await ours.close()
  await relay.stop()
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    mails: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else {
  const rounds = Number(values.rounds)
  await measureReceiving(rounds, Number(values.mails), Number(values.connections))
  await measureSending(rounds, Number(values.mails))
  process.exit()
}
