/** A hostile IMAP server: what it says is torn, doubled and cut off, until it is a good one again. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import test from 'ava'
import { deferred } from '../../src/base/deferred.js'
import { imapServer } from '../support/mail/imap-server.js'
import { mailOf } from '../support/mail/smtp.js'
import { startBounded } from '../support/nodes/daemon.js'
import type { Random } from '../support/random.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { DIALOGUES, randomFor, SEED } from './run.js'

/** Connections of the node that are spoiled. */
const SESSIONS = Math.max(20, DIALOGUES / 20)
const MAX_GROWTH = 100 * 1024 ** 2

const PIECES = [
  '* BYE\r\n',
  '* 1 EXPUNGE\r\n',
  '* 4294967295 EXISTS\r\n',
  '* SEARCH 1 2 99999999999999999999 -1 x\r\n',
  '* 1 FETCH (UID 1 RFC822.SIZE -5)\r\n',
  '* 1 FETCH (UID 1 BODY[]<0> {99999999}\r\n',
  '* OK [UIDVALIDITY x]\r\n',
  '+ go on\r\n',
  '(((((((((((((((((((((',
  '{3}\r\nabc',
  '"\\',
  '\u0000',
  '\r\n',
  'A1 OK\r\n',
]

/** What the server said, spoiled; undefined to cut the connection. */
function spoiled(chunk: Buffer, random: Random): Buffer | undefined {
  if (random.chance(0.8)) return chunk
  const at = random.below(chunk.length + 1)
  const piece = Buffer.from(random.pick(PIECES), 'latin1')
  switch (random.below(5)) {
    case 0:
      return undefined
    case 1:
      return Buffer.concat([chunk, chunk])
    case 2:
      return chunk.subarray(0, at)
    case 3:
      return Buffer.concat([piece, chunk])
    default:
      return Buffer.concat([chunk.subarray(0, at), piece, chunk.subarray(at)])
  }
}

/** Stands between the node and its mailbox, and spoils what the mailbox says for so many connections. */
async function spoiler(target: number, random: Random) {
  const spent = deferred()
  const open = new Set<Socket>()
  let sessions = 0
  const server = createServer((near) => {
    sessions += 1
    const spoils = sessions <= SESSIONS
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    near.on('close', () => far.destroy()).pipe(far)
    far.on('close', () => near.destroy())
    far.on('data', (chunk: Buffer) => {
      const bytes = spoils ? spoiled(chunk, random) : chunk
      if (bytes === undefined) near.destroy()
      else if (near.writable) near.write(bytes)
    })
    if (!spoils) spent.resolve()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    spent: spent.promise,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

test('a hostile IMAP server leaves the node as it was, and no mail is lost', async (t) => {
  t.timeout(3_600_000)
  const mailbox = await imapServer()
  const between = await spoiler(mailbox.port, randomFor(4))
  const settings = {
    url: `imap://127.0.0.1:${between.port}/INBOX`,
    user: 'me',
    password: 'secret',
    checkInterval: '200ms',
  }
  const bounds = {
    retryDelay: 5,
    reconnectDelay: 5,
    maxReconnectDelay: 10,
    silenceTimeout: 500,
    connectTimeout: 2000,
  }
  const daemon = await startBounded({ smtp: { mailbox: bounds } }, [
    'smtp.senders=[{"mailboxes":["*@localhost"]}]',
    `smtp.mailbox=${JSON.stringify(settings)}`,
  ])
  t.teardown(async () => {
    await daemon.stop()
    await between.close()
    await mailbox.close()
  })
  const MAILS = 50
  for (let number = 0; number < MAILS; number += 1) {
    mailbox.put(
      mailOf(soap11(ADD), {
        From: 'peer@localhost',
        To: 'calculator@localhost',
        'Message-ID': `<${number}@fuzz.example>`,
      }),
    )
  }
  const before = await daemon.memory()
  await between.spent
  const put = () => (mailbox.folder('Done') ?? []).length + (mailbox.folder('Failed') ?? []).length
  await mailbox.until(() => (mailbox.folder('INBOX') ?? []).length === 0 && put() >= MAILS)
  const grown = (await daemon.memory()) - before
  const failed = daemon.log.filter(({ level }) => level === 'fatal')
  const kinds = { done: mailbox.folder('Done')?.length, failed: mailbox.folder('Failed')?.length }
  t.log(JSON.stringify({ seed: SEED, sessions: SESSIONS, ...kinds, grown }))
  t.is(daemon.process.exitCode, null)
  t.deepEqual(failed, [])
  t.true(grown < MAX_GROWTH, `grew by ${grown}`)
})
