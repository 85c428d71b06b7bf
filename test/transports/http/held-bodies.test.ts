/** How much of request bodies is in memory at once: what does not fit is refused before it is read. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { deferred } from '../../../src/base/deferred.js'
import type { Outcome } from '../../../src/transport.js'
import { HeldBodies, HeldBody, UNCOUNTED } from '../../../transports/http/receiver/body-memory.js'
import type { HttpSection } from '../../../transports/http/section/section.js'
import { HttpTransport } from '../../../transports/http/transport.js'
import { readConfig } from '../../support/config.js'
import { SILENT } from '../../support/silent.js'
import { type RawAnswer, raw } from '../../support/wire/raw.js'

/** The largest body that is taken. Two fit into the least room that there may be, a third one does not. */
const LARGE = 4 * UNCOUNTED

const HEAD = 'POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n'
const sized = (bytes: number, more = '') => `${HEAD}${more}Content-Length: ${bytes}\r\n\r\n`
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`
const WHOLE = sized(LARGE) + 'x'.repeat(LARGE)

interface Receiving {
  /** Lets the work on messages to /soap/slow end, on those that come later too. */
  readonly go: () => void
  /** The work on the first message to /soap/slow has begun. */
  readonly working: Promise<void>
  /** Holds a large body for as long as the test runs. */
  readonly fill: () => Promise<void>
  readonly ask: (bytes: string | Uint8Array, localAddress?: string) => Promise<RawAnswer>
  /** Sends the beginning of a request, and says nothing more. */
  readonly stall: (bytes: string, localAddress?: string) => Promise<Socket>
}

async function receiving(
  t: ExecutionContext,
  bounds: Partial<HttpSection>,
  outcome: () => Outcome = () => ({ kind: 'accepted' }),
): Promise<Receiving> {
  const { http } = readConfig({ environment: {}, settings: ['http.port=0'] })
  const transport = new HttpTransport({ ...http, maxBody: LARGE, ...bounds }, SILENT)
  const gate = deferred()
  const working = deferred()
  const filled = deferred()
  await transport.listen(async ({ origin: { destination } }) => {
    if (destination === 'slow') {
      working.resolve()
      await gate.promise
    }
    if (destination === 'for-ever') {
      filled.resolve()
      await new Promise<never>(() => undefined)
    }
    return outcome()
  })
  t.teardown(() => transport.close(AbortSignal.abort()))
  const port = Number(new URL(String(transport.listening[0])).port)
  const stall: Receiving['stall'] = async (bytes, localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    t.teardown(() => socket.destroy())
    socket.on('error', () => undefined).resume()
    await new Promise((written) => socket.write(bytes, written))
    return socket
  }
  return {
    go: gate.resolve,
    working: working.promise,
    async fill() {
      await stall(WHOLE.replace('/soap', '/soap/for-ever'))
      await filled.promise
    },
    ask: (bytes, localAddress = '127.0.0.1') => raw(port, bytes, { first: true, localAddress }),
    stall,
  }
}

/** Asks until it has this status: what other connections did may not be known yet. */
async function until(status: number, ask: () => Promise<RawAnswer>): Promise<RawAnswer> {
  for (;;) {
    const answer = await ask()
    if (answer.status === status) return answer
  }
}

test('a body that does not fit beside the others of its address gets 503 before it is read', async (t) => {
  const { ask, stall } = await receiving(t, { maxReceivingPerAddress: 1 })
  await stall(sized(LARGE))
  await stall(sized(LARGE))
  await until(503, () => ask(WHOLE))
  const refused = await ask(sized(LARGE, 'Expect: 100-continue\r\n'))
  t.is(refused.status, 503)
  t.is(refused.headers['retry-after'], '5')
  t.is(refused.headers.connection, 'close')
  t.is(refused.responses, 1)
  t.is((await ask(WHOLE, '127.0.0.2')).status, 202)
})

test('a body that does not fit beside those of all addresses gets 503', async (t) => {
  const { ask, stall } = await receiving(t, { maxReceiving: 1 })
  await stall(sized(LARGE), '127.0.0.2')
  await stall(sized(LARGE), '127.0.0.3')
  await until(503, () => ask(WHOLE))
  const refused = await ask(sized(LARGE, 'Expect: 100-continue\r\n'))
  t.is(refused.status, 503)
  t.is(refused.responses, 1)
})

test('short messages are taken while there is no room for large ones', async (t) => {
  const { ask, stall } = await receiving(t, { maxReceivingPerAddress: 1 })
  await stall(sized(LARGE))
  await stall(sized(LARGE))
  await until(503, () => ask(WHOLE))
  t.is((await ask(sized(UNCOUNTED) + 'x'.repeat(UNCOUNTED))).status, 202)
  t.is((await ask(`${CHUNKED}${chunk(170)}0\r\n\r\n`)).status, 202)
})

test('a chunked body counts as it comes', async (t) => {
  const { ask, stall } = await receiving(t, { maxReceivingPerAddress: 1 })
  await stall(CHUNKED + chunk(LARGE - 10))
  await stall(CHUNKED + chunk(LARGE - 10))
  const refused = await until(503, () => ask(CHUNKED + chunk(LARGE - 10)))
  t.is(refused.headers.connection, 'close')
})

test('a body counts decompressed, and until the work on it has ended', async (t) => {
  const zipped = gzipSync('x'.repeat(LARGE))
  const { ask, stall, go, working } = await receiving(t, { maxReceivingPerAddress: 1 })
  const coded = sized(zipped.length, 'Content-Encoding: gzip\r\n')
  t.true(zipped.length < UNCOUNTED / 10)
  const slow = (coded + zipped.toString('latin1')).replace('/soap', '/soap/slow')
  const socket = await stall('')
  socket.write(slow, 'latin1')
  await working
  await stall(sized(LARGE))
  await until(503, () => ask(WHOLE))
  go()
  t.is((await until(202, () => ask(WHOLE))).status, 202)
})

/** What a peer does with a large body; afterwards there must be room for another one. */
const ENDS: Readonly<Record<string, (receiving: Receiving) => Promise<unknown>>> = {
  'the answer is written': ({ ask }) => ask(WHOLE),
  'the peer resets the connection': async ({ stall }) => {
    const socket = await stall(WHOLE.slice(0, -1))
    socket.resetAndDestroy()
  },
  'the peer closes the connection': async ({ stall }) => {
    const socket = await stall(WHOLE.slice(0, -1))
    socket.destroy()
  },
  'the body is cut off': async ({ stall }) => {
    const socket = await stall(WHOLE.slice(0, -1))
    await once(socket.end(), 'close')
  },
  'the body does not come in time': async ({ ask }) => ask(WHOLE.slice(0, -1)),
  'the body is larger than allowed': ({ ask }) => ask(CHUNKED + chunk(LARGE - 1) + chunk(2)),
  'the chunks are broken': ({ ask }) => ask(`${CHUNKED}${chunk(LARGE - 1)}z\r\n`),
  'the body cannot be decompressed': ({ ask }) =>
    ask(sized(LARGE, 'Content-Encoding: gzip\r\n') + 'x'.repeat(LARGE)),
  'the peer goes while the work is done': async ({ stall, go }) => {
    const socket = await stall(WHOLE.replace('/soap', '/soap/slow'))
    socket.resetAndDestroy()
    go()
  },
  'the peer goes while another request runs': async ({ stall, go }) => {
    const first = `${sized(1)}x`.replace('/soap', '/soap/slow')
    const socket = await stall(first + WHOLE)
    socket.destroy()
    go()
  },
}

for (const [what, act] of Object.entries(ENDS)) {
  test(`the room of a body is free again when ${what}`, async (t) => {
    const node = await receiving(t, { maxReceiving: 1, requestTimeout: 1000 })
    await node.fill()
    await act(node)
    t.is((await until(202, () => node.ask(WHOLE))).status, 202)
  })
}

test('the room of a body is free again when the work fails', async (t) => {
  let fails = true
  const node = await receiving(t, { maxReceiving: 1 }, () => {
    if (fails) throw new Error('broken')
    return { kind: 'accepted' }
  })
  await node.fill()
  t.is((await node.ask(WHOLE)).status, 500)
  fails = false
  t.is((await until(202, () => node.ask(WHOLE))).status, 202)
})

test('bytes are counted from the first that is not free, and given back all', (t) => {
  const all = new HeldBodies({ maxBody: 1, maxReceiving: 1000, maxReceivingPerAddress: 600 })
  const one = new HeldBody(all, 'a')
  one.hold(UNCOUNTED)
  t.is(all.bytes, 0)
  one.hold(500)
  t.is(all.bytes, 500)
  const other = new HeldBody(all, 'a')
  const { status } = t.throws<Error & { status: number }>(() => other.hold(UNCOUNTED + 101))
  t.is(status, 503)
  t.is(all.bytes, 500)
  new HeldBody(all, 'b').hold(UNCOUNTED + 500)
  t.throws(() => other.hold(UNCOUNTED + 1), { message: 'http.maxReceiving' })
  one.hold(-400)
  other.hold(UNCOUNTED + 400)
  t.is(all.bytes, 1000)
  one.free()
  one.free()
  other.free()
  t.is(all.bytes, 500)
})
