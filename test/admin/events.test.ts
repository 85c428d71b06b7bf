/** Streams of events: who reads gets every entry or is told how many are left out, and their number and what waits for them is bounded. */
import { once } from 'node:events'
import { connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { deferred } from '../../src/base/deferred.js'
import { EventStreams } from '../../src/operate/admin/events/stream.js'
import { type Batch, Tail } from '../../src/operate/admin/events/tail.js'
import { AdminListener } from '../../src/operate/admin/listener.js'
import { Rights } from '../../src/operate/admin/rights.js'
import { MemoryJournal } from '../../src/store/journal/memory/journal.js'
import { exchangeOf } from '../support/exchanges.js'
import { Waiting } from '../support/waiting.js'

function memoryJournal() {
  return new MemoryJournal({ node: 'urn:node', retention: 60_000, maxBytes: 1024 ** 2 })
}

/** A listener that serves nothing but streams. */
async function streaming(t: ExecutionContext, most?: number) {
  const journal = memoryJournal()
  const tail = new Tail(journal)
  const streams = new EventStreams(tail, tail, most)
  const listener = new AdminListener(
    { host: '127.0.0.1', port: 0 },
    () => ({ ready: true, problems: [] }),
    { error: (fields) => t.log(fields) },
    {
      resources: [],
      check: () => undefined,
      identify: async () => ({
        who: 'anna',
        rights: new Rights('look'),
        by: 'token',
        address: '127.0.0.1',
      }),
      more: (app, identify) => streams.serve(app, identify),
      running: [streams],
    },
  )
  await listener.listen()
  t.teardown(() => listener.close(AbortSignal.abort()))
  const [url = ''] = listener.listening
  return { journal, tail, url, port: Number(new URL(url).port) }
}

/** One who asks for a stream, and reads it from when it is told to. */
async function readerOf(t: ExecutionContext, port: number) {
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.write('GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [head] = await once(socket, 'data')
  socket.pause()
  const seen = { entries: 0, missed: 0 }
  const waiting = new Waiting()
  let rest = ''
  let missing = false
  const read = () => {
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('data: {')) seen.entries += 1
        if (missing && line.startsWith('data: ')) seen.missed += Number(line.slice(6))
        missing = line === 'event: missed'
      }
      waiting.changed()
    })
    socket.resume()
  }
  const reported = (all: number) =>
    waiting.until(
      () => (seen.entries + seen.missed >= all ? seen : undefined),
      () => JSON.stringify(seen),
    )
  return { head: String(head), read, notified: reported, socket }
}

test('a reader that reads gets every entry, in order, and none is left out', async (t) => {
  const { journal, port } = await streaming(t)
  const reader = await readerOf(t, port)
  t.regex(reader.head, /^HTTP\/1.1 200 OK\r\n/)
  reader.read()
  for (let n = 0; n < 100; n += 1) journal.record(exchangeOf())
  t.deepEqual(await reader.notified(100), { entries: 100, missed: 0 })
})

test('what is dropped before it comes to the streams is told, too', async (t) => {
  const { journal, port } = await streaming(t)
  const reader = await readerOf(t, port)
  reader.read()
  // In one turn of the event loop, in which nobody can take any.
  for (let n = 0; n < 50_000; n += 1) journal.record(exchangeOf())
  const { entries, missed } = await reader.notified(50_000)
  t.is(entries + missed, 50_000)
  t.true(entries > 0)
  t.true(missed > 0)
})

test('a reader that does not read costs itself entries, and is told how many once it reads', async (t) => {
  const { journal, port } = await streaming(t)
  const [slow, other] = await Promise.all([readerOf(t, port), readerOf(t, port)])
  other.read()
  const cause = 'x'.repeat(1_000)
  const burst = 500
  let all = 0
  // More than a system keeps for a connection that nobody reads.
  while (all < 12_000) {
    for (let n = 0; n < burst; n += 1) journal.record(exchangeOf({ cause }))
    all += burst
    await other.notified(all)
  }
  t.deepEqual(await other.notified(all), { entries: all, missed: 0 })
  slow.read()
  const { entries, missed } = await slow.notified(all)
  t.is(entries + missed, all)
  t.true(missed > 0, `${entries} entries came`)
})

test('streams are bounded; the next one is told so, health is not, and one that ends makes room', async (t) => {
  const { url, port } = await streaming(t, 2)
  const [first] = await Promise.all([readerOf(t, port), readerOf(t, port)])
  const more = await fetch(`${url}/api/events`)
  t.is(more.status, 503)
  t.is(more.headers.get('retry-after'), '30')
  t.deepEqual(await more.json(), { error: '2 others watch already' })
  t.is((await fetch(`${url}/health/ready`)).status, 200)
  first.socket.destroy()
  // The listener hears of the end by itself.
  let head = ''
  while (!head.startsWith('HTTP/1.1 200')) ({ head } = await readerOf(t, port))
  t.pass()
})

test('the more watch, the less each is told: what is written is bounded, and all of it is accounted for', async (t) => {
  const journal = memoryJournal()
  const tail = new Tail(journal)
  t.teardown(() => tail.close())
  const batches: Batch[] = []
  const done = deferred()
  const all = 200
  let reported = 0
  const watcher = (batch: Batch) => {
    batches.push(batch)
    reported += batch.entries
    if (reported === all) done.resolve()
  }
  // Nobody else writes anything: they are counted only.
  for (let n = 0; n < 999; n += 1) tail.watch(() => undefined)
  tail.watch(watcher)
  const cause = 'x'.repeat(900)
  for (let n = 0; n < all; n += 1) journal.record(exchangeOf({ cause }))
  await done.promise
  for (const { text } of batches) t.true(text.length < 8 * 1024, `${text.length}`)
  const missed = batches.flatMap(({ text }) => /event: missed\ndata: (\d+)/.exec(String(text))?.[1])
  const entries = batches.flatMap(({ text }) => String(text).match(/^data: \{/gm) ?? [])
  t.true(entries.length > 0)
  t.is(
    missed.reduce((sum, number = '0') => sum + Number(number), entries.length),
    all,
  )
})

test('the last entries are told before the streams end', async (t) => {
  const journal = memoryJournal()
  const tail = new Tail(journal)
  const texts: string[] = []
  tail.watch(({ text }) => texts.push(String(text)))
  const next = journal.follow(new AbortController().signal)[Symbol.asyncIterator]()
  journal.record(exchangeOf())
  // It comes to those who follow in their order.
  await next.next()
  await next.return?.()
  tail.flush()
  tail.close()
  t.is(texts.length, 1)
})
