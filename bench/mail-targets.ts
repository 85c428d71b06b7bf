/** What mail is measured against, each in a process of its own: bare smtp-server in three forms. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { BullmqQueue } from '../src/queue/bullmq-queue.js'
import type { JobQueue } from '../src/queue/queue.js'
import { openRedis } from '../src/queue/redis.js'
import { settingsOf } from '../test/support/redis-queue.js'
import { OPTIONS, SILENT } from './places.js'

const PLAN = { attempts: 8, delay: 1000, maxDelay: 300_000, timeLimit: 60_000 }

/** Says 250 as soon as the mail is in, or once a job with all of it is in the queue of this Redis. */
async function open(redis: string | undefined): Promise<JobQueue | undefined> {
  if (redis === undefined) return undefined
  const backing = await openRedis(settingsOf({ url: redis, prefix: `bare-${Date.now()}` }), SILENT)
  return BullmqQueue.open(backing, OPTIONS, SILENT)
}

const queue = await open(process.argv[2])
const server = new SMTPServer({
  logger: false,
  authOptional: true,
  hideSTARTTLS: true,
  disableReverseLookup: true,
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
      if (!queue) return done()
      queue
        .add(
          {
            kind: 'invoke',
            id: randomUUID(),
            accepted: Date.now(),
            body,
            soap: '1.1',
            transport: 'smtp',
            peer: {},
            answerHeaders: [],
            label: { sender },
          },
          PLAN,
        )
        .then(() => done(), done)
    })
  },
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.server.address() as AddressInfo
  process.stderr.write(`listens on smtp://127.0.0.1:${port}\n`)
})
process.once('SIGTERM', () => process.exit())
