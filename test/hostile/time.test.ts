/** Peers that take their time, take all the connections, or take no answer. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { type RunningDaemon, startBounded, startDaemon } from '../support/nodes/daemon.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { honest, isRefusal, unharmed, warmUp } from '../support/wire/hostile.js'
import { post, type RawAnswer, raw } from '../support/wire/raw.js'

const HEAD = 'POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n'

/** The default times are 10 s and 30 s: these are as the default ones, only shorter. */
const BOUNDS = { http: { headersTimeout: 1000, writeTimeout: 500 } }
const SHORT = ['http.requestTimeout=1500ms', 'http.keepAliveTimeout=1s']

let impatient: RunningDaemon

test.before(async (t) => {
  impatient = await startBounded(BOUNDS, SHORT)
  await warmUp(t, impatient)
})
test.after.always(() => impatient?.stop())

/** Each sends its parts one after the other, slowly, and never enough of them. */
const SLOW: Readonly<Record<string, readonly string[]>> = {
  'nothing at all': [],
  'a header byte by byte': [...`${HEAD}X: ${'a'.repeat(1000)}`],
  'header lines one by one': [HEAD, ...Array<string>(90).fill('A: b\r\n')],
  'empty lines before the request': Array<string>(90).fill('\r\n'),
  'half a header and no more': [HEAD],
  'a body byte by byte': [`${HEAD}Content-Length: 100\r\n\r\n`, ...'<'.repeat(99)],
  'half a body and no more': [`${HEAD}Content-Length: 100\r\n\r\n<a>`],
  'chunks one by one': [
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n`,
    ...Array<string>(90).fill('1\r\n<\r\n'),
  ],
  'a chunk extension byte by byte': [
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n1`,
    ...`;${'x'.repeat(90)}`,
  ],
  'no body after being told to continue': [
    `${HEAD}Expect: 100-continue\r\nContent-Length: 100\r\n\r\n`,
  ],
}

const answers = new Map<string, RawAnswer>()

test.serial('peers that send slowly, all at once, do no harm', async (t) => {
  const sent = Object.entries(SLOW)
  const send = () =>
    Promise.all(
      sent.map(async ([what, parts]) => {
        answers.set(what, await raw(impatient.port, parts, { pace: 40 }))
      }),
    )
  await unharmed(t, impatient, send, { lines: sent.length })
})

for (const what of Object.keys(SLOW)) {
  test.serial(`a peer that sends slowly is refused: ${what}`, (t) => {
    const answer = answers.get(what)
    if (answer) isRefusal(t, withoutContinue(answer), 408)
    else t.fail('it has no answer')
  })
}

/** The final response, where an interim one came before it. */
function withoutContinue(answer: RawAnswer): RawAnswer {
  if (answer.status !== 100) return answer
  const text = answer.text.slice(answer.text.indexOf('HTTP/1.1', 1))
  const status = Number(text.slice(9, 12))
  const headers = { 'content-length': '0', connection: 'close' }
  return { ...answer, text, status, headers, responses: answer.responses - 1 }
}

test.serial('a second request that stalls is refused after the first is answered', async (t) => {
  const bytes = [post(soap11(ADD)), Buffer.from(HEAD)]
  const answer = await unharmed(t, impatient, () => raw(impatient.port, bytes), { lines: 2 })
  t.is(answer.status, 200)
  t.is(answer.responses, 2)
  t.regex(answer.text, /HTTP\/1\.1 408 [^\r]+\r\nContent-Length: 0\r\nConnection: close\r\n\r\n$/)
  t.true(answer.closed)
})

test.serial('an idle connection is closed without a word', async (t) => {
  const answer = await unharmed(t, impatient, () => raw(impatient.port, post(soap11(ADD))))
  t.is(answer.status, 200)
  t.is(answer.responses, 1)
  t.true(answer.closed)
})

/** Ends its own side after what it sends, and gives all that came back. */
async function cutOff(port: number, bytes: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.end(bytes)
  await once(socket, 'end')
  return Buffer.concat(chunks).toString('latin1')
}

test.serial('a request that is cut off is not waited for', async (t) => {
  for (const bytes of [HEAD, `${HEAD}Content-Length: 9\r\n\r\n<a>`]) {
    const text = await unharmed(t, impatient, () => cutOff(impatient.port, bytes))
    t.is(text, 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  }
})

/** Opens connections that say nothing; `kept` are those that the daemon has not closed. */
async function idle(port: number, count: number, from: (index: number) => string) {
  const all: Socket[] = []
  const kept = new Set<Socket>()
  for (let index = 0; index < count; index += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from(index) })
    kept.add(socket)
    all.push(socket)
    socket.resume().on('error', () => undefined)
    socket.once('close', () => kept.delete(socket))
    await once(socket, 'connect')
  }
  return { all, kept }
}

async function closing(sockets: readonly Socket[]): Promise<void> {
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
}

/** Asks until there is room for a connection again. */
async function untilServed(daemon: RunningDaemon): Promise<void> {
  const get = 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n'
  for (;;) {
    const { status } = await raw(daemon.port, get, { first: true })
    if (status === 404) return
  }
}

test.serial('a thousand connections from one address: 256 are kept', async (t) => {
  const daemon = await startDaemon()
  t.teardown(() => daemon.stop())
  await warmUp(t, daemon)
  const flood = async () => {
    const { all, kept } = await idle(daemon.port, 256, () => '127.0.0.1')
    // In portions, so that this process does not need a thousand descriptors at once.
    for (let portion = 0; portion < 3; portion += 1) {
      await closing((await idle(daemon.port, 248, () => '127.0.0.1')).all)
    }
    t.is(kept.size, 256)
    // Peers at other addresses do not notice.
    await honest(t, daemon, '127.0.0.2')
    t.is(kept.size, 256)
    for (const socket of all) socket.destroy()
    await untilServed(daemon)
  }
  await unharmed(t, daemon, flood)
})

// The default is 1,000 connections, of 256 from one address; ten show the same.
test.serial('more connections than are allowed from many addresses', async (t) => {
  const daemon = await startDaemon(['http.maxConnections=10'])
  t.teardown(() => daemon.stop())
  await warmUp(t, daemon)
  const flood = async () => {
    // The connection of the warming up may not be gone yet.
    const { all, kept } = await idle(daemon.port, 10, (index) => `127.0.0.${index + 2}`)
    const more = await idle(daemon.port, 100, (index) => `127.0.1.${index + 2}`)
    await closing(more.all)
    t.true(kept.size >= 9)
    for (const socket of all) socket.destroy()
    await untilServed(daemon)
  }
  await unharmed(t, daemon, flood)
})

test.serial('a connection too many is told to those who look for it', async (t) => {
  const limits = ['http.maxConnections=2', 'http.maxConnectionsPerAddress=1']
  const daemon = await startDaemon([...limits, 'log.level=debug'])
  t.teardown(() => daemon.stop())
  const reported = (limit: string, peer: string) =>
    daemon.logged(
      (line) => line.event === 'connection' && line.cause === limit && line.peer === peer,
    )
  const two = await idle(daemon.port, 2, () => '127.0.0.2')
  t.truthy(await reported('http.maxConnectionsPerAddress', '127.0.0.2'))
  const more = await idle(daemon.port, 2, (index) => `127.0.0.${index + 3}`)
  t.truthy(await reported('http.maxConnections', '127.0.0.4'))
  for (const socket of [...two.all, ...more.all]) socket.destroy()
})

test.serial('ten thousand requests on one connection, and not one more', async (t) => {
  const daemon = await startDaemon()
  t.teardown(() => daemon.stop())
  const requests = Buffer.concat(Array<Buffer>(10_005).fill(post(soap11(ADD))))
  const send = () => raw(daemon.port, requests)
  // The heap that so many requests need comes with the first of them, on each version of Node.js another one.
  await send()
  await honest(t, daemon)
  const answer = await unharmed(t, daemon, send, { lines: 10_000 })
  t.is(answer.responses, 10_000)
  t.is(answer.text.match(/HTTP\/1\.1 200/g)?.length, 10_000)
  t.is(answer.text.match(/Connection: close/g)?.length, 1)
  t.true(answer.closed)
})

test.serial('a peer that never reads its answers is given up', async (t) => {
  // One connection from an address: the next one is let in when the stalled one is gone.
  const daemon = await startBounded(BOUNDS, [...SHORT, 'http.maxConnectionsPerAddress=1'])
  t.teardown(() => daemon.stop())
  await honest(t, daemon)
  const echo = soap11(
    `<e:Echo xmlns:e="urn:example:echo"><e:text>${'x'.repeat(1_000_000)}</e:text></e:Echo>`,
  )
  const before = await daemon.memory()
  const socket = connect(daemon.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause().on('error', () => undefined)
  for (let count = 0; count < 40; count += 1) socket.write(post(echo))
  // Others are served all the while.
  await honest(t, daemon, '127.0.0.2')
  await untilServed(daemon)
  t.true((await daemon.memory()) - before < 64 * 1024 ** 2)
  socket.destroy()
  const answered = daemon.log.filter(({ operation }) => operation === '{urn:example:echo}Echo')
  t.true(answered.length < 40, 'the kernel took all the answers')
  await honest(t, daemon, '127.0.0.2')
})

test.serial('a flood of requests behind one that takes its time is not kept', async (t) => {
  const plugin = fileURLToPath(new URL('./plugin.js', import.meta.url))
  const daemon = await startDaemon([`plugins=["calculator", "echo", "${plugin}"]`])
  t.teardown(() => daemon.stop())
  await warmUp(t, daemon)
  const before = await daemon.memory()
  const hold = post(soap11('<h:Hold xmlns:h="urn:hostile"/>'))
  const large = post(soap11(ADD, `<h:H xmlns:h="urn:h">${'x'.repeat(15_000)}</h:H>`))
  const flood = raw(daemon.port, [hold, ...Array<Buffer>(6000).fill(large), 'end\r\n\r\n'])
  for (let count = 0; count < 200; count += 1) await honest(t, daemon)
  t.true((await daemon.memory()) - before < 64 * 1024 ** 2)
  const release = post(soap11('<h:Release xmlns:h="urn:hostile"/>'))
  t.is((await raw(daemon.port, release, { first: true })).status, 200)
  const { text, closed } = await flood
  t.is(text.match(/HTTP\/1\.1 200/g)?.length, 6001)
  t.is(text.match(/HTTP\/1\.1 400/g)?.length, 1)
  t.true(closed)
})
