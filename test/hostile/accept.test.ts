/** Whoever connects is not behind the bodies of others: listeners take new connections before they read on. */
import test from 'ava'
import { createLog } from '../../src/log.js'
import { HttpTransport } from '../../transports/http/transport.js'
import { readConfig } from '../support/config.js'
import { mailNode } from '../support/mail/node.js'
import { crowded } from '../support/wire/crowded.js'

const MIB = 1024 ** 2
/** What one turn reads of bodies, and the end of the piece that was one too many. */
const ONE_TURN = MIB + 64 * 1024
const COUNT = 250

const head = (length: number) =>
  `POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: ${length}\r\n\r\n`

async function port(t: { teardown(work: () => Promise<void>): void }): Promise<number> {
  const { http } = readConfig({ environment: {}, settings: ['http.port=0'] })
  const transport = new HttpTransport(http, createLog('silent'))
  await transport.listen(async () => ({ kind: 'accepted' }))
  t.teardown(() => transport.close(AbortSignal.abort()))
  return Number(new URL(String(transport.listening[0])).port)
}

const STALLED = {
  'that fit into memory': { length: 256 * 1024, bytes: 256 * 1024 - 1 },
  'that were refused, and are read over': { length: 10 * MIB, bytes: 512 * 1024 },
  'that one read takes': { length: 60_000, bytes: 59_999 },
} as const

for (const [which, { length, bytes }] of Object.entries(STALLED)) {
  test.serial(
    `a connection behind ${COUNT} stalled bodies ${which} is taken before they are read`,
    async (t) => {
      const crowd = {
        port: await port(t),
        count: COUNT,
        begin: head(length),
        greeting: '',
        begun: '',
        bytes,
      }
      const { before, waiting } = await crowded(t, crowd)
      t.true(waiting > 10 * ONE_TURN)
      t.true(before <= ONE_TURN, `${before} bytes of bodies were read first`)
    },
  )
}

test.serial(
  `a connection behind ${COUNT} mails in DATA is behind one read of each at most`,
  async (t) => {
    const settings = { maxMailsPerMinute: 1_000, maxConnectionsPerAddress: COUNT }
    const node = await mailNode({ relay: 'smtp://127.0.0.1:1', settings })
    t.teardown(() => node.close())
    const begin = 'EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<echo@bus.example>\r\nDATA\r\n'
    const crowd = {
      port: node.port,
      count: COUNT,
      greeting: '220',
      begin,
      begun: '354',
      bytes: 256 * 1024 - 1,
    }
    const { before } = await crowded(t, crowd)
    // What a socket of node:net has read while it is held waits in it: one read, which nothing looks at before its turn.
    t.true(before <= COUNT * 64 * 1024 + MIB, `${before} bytes of mails were read first`)
  },
)
