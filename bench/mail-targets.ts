/** What mail is measured against, each in a process of its own: smtp-server by itself, our transport. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { createLog } from '../src/log.js'
import { newId } from '../src/message/exchange-id.js'
import { openRedisQueue } from '../src/store/queue/bullmq/open.js'
import type { JobQueue } from '../src/store/queue/queue.js'
import { optionsOf } from '../test/support/mail/options.js'
import { settingsOf } from '../test/support/redis/queue.js'
import { SmtpTransport } from '../transports/smtp/transport.js'
import { OPTIONS } from './queues.js'

const PLAN = { attempts: 8, delay: 1000, maxDelay: 300_000, timeLimit: 60_000 }
const SILENT = createLog('silent')
const MANY = 1_000_000_000

function open(redis: string): Promise<JobQueue> {
  const settings = settingsOf({ ...OPTIONS, url: redis, prefix: `bench-${Date.now()}` })
  return openRedisQueue(settings, SILENT)
}

/** Makes what came durable, as one job. */
async function add(bytes: Uint8Array, sender: string): Promise<void> {
  const job = {
    kind: 'invoke',
    id: newId(),
    accepted: Date.now(),
    body: bytes,
    soap: '1.1',
  } as const
  const rest = { origin: { transport: 'smtp', peer: {} }, answerHeaders: [], label: { sender } }
  await queue?.add({ ...job, ...rest }, PLAN)
}

/** Says 250 once a job with the whole mail is in the queue; without a queue at once. */
function bare(): void {
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
        add(Buffer.concat(chunks), sender).then(() => done(), done)
      })
    },
  })
  server.listen(0, '127.0.0.1', () => {
    announce(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  })
}

/** Says 250 once a job with the envelope of the mail is in the queue. */
async function transport(): Promise<void> {
  const { enabled: _, ...defaults } = optionsOf({ port: 0 })
  const options = { ...defaults, maxMailsPerMinute: MANY, maxAnswersPerHour: MANY }
  const ours = new SmtpTransport({ ...options, plugins: ['calculator'] }, SILENT)
  await ours.listen(async (message) => {
    if (message.kind === 'envelope') await add(message.body, message.origin.peer.mailbox ?? '')
    return { kind: 'accepted' }
  })
  announce(ours.listening[0] ?? '')
}

function announce(url: string): void {
  process.stderr.write(`listens on ${url}\n`)
}

const [which, redis] = process.argv.slice(2)
const queue = redis === undefined ? undefined : await open(redis)
process.once('SIGTERM', () => process.exit())
if (which === 'transport') await transport()
else bare()
