/** A channel to a thread: each request has its own reply, and the end of the thread leaves nobody waiting. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import test, { type ExecutionContext } from 'ava'
import { Channel, type ThreadMessage } from '../../src/base/channel.js'

interface Requests {
  add(one: number, other: number): number
  fail(why: string): never
  /** How many messages, and how many requests, have come so far. */
  count(): { readonly messages: number; readonly requests: number }
  sizeOf(bytes: Uint8Array): number
  later(): string
  release(): void
  exit(): void
  close(): void
}

interface Received extends ThreadMessage<string> {
  readonly notice?: string
}

/** Replies in another order than it was asked: what `later` asks for, once `release` has come. */
const THREAD = `
  const { parentPort } = require('node:worker_threads')
  let messages = 0, requests = 0
  const late = []
  const reply = (number, value) => parentPort.postMessage({ replies: [{ number, value }] })
  parentPort.on('message', (all) => {
    messages += 1
    for (const { number, name, parameters: [one, other] } of all) {
      requests += 1
      if (name === 'add') reply(number, one + other)
      if (name === 'fail') parentPort.postMessage({ replies: [{ number, failure: one }], notice: 'failed' })
      if (name === 'count') reply(number, { messages, requests })
      if (name === 'sizeOf') reply(number, one.byteLength)
      if (name === 'later') late.push(number)
      if (name === 'release') for (const one of late.splice(0)) reply(one, 'at last')
      if (name === 'exit') process.exit(1)
      if (name === 'close') { reply(number); parentPort.close() }
    }
  })
`

function opened(t: ExecutionContext) {
  const notices: string[] = []
  const ends: string[] = []
  const threads: Worker[] = []
  const channel = new Channel<Requests, string, Received>({
    start() {
      const thread = new Worker(THREAD, { eval: true })
      threads.push(thread)
      return thread
    },
    onMessage({ notice }) {
      if (notice !== undefined) notices.push(notice)
    },
    errorOf: (failure) => new RangeError(failure),
    endedError: (why) => new Error(why),
    onEnd: (why) => ends.push(why),
  })
  t.teardown(() => channel.close())
  return { channel, notices, ends, threads }
}

test('each request has its own reply, whichever comes first; a refusal is an error, and a notice is heard beside it', async (t) => {
  const { channel, notices } = opened(t)
  const late = channel.request('later')
  t.is(await channel.request('add', 1, 2), 3)
  await t.throwsAsync(channel.request('fail', 'not that'), {
    instanceOf: RangeError,
    message: 'not that',
  })
  t.deepEqual(notices, ['failed'])
  channel.notify('release')
  t.is(await late, 'at last')
})

test('what is requested in one turn goes in one message, in its order', async (t) => {
  const { channel } = opened(t)
  channel.notify('release')
  const sums = [channel.request('add', 1, 1), channel.request('add', 2, 2)]
  t.deepEqual(await channel.request('count'), { messages: 1, requests: 4 })
  t.deepEqual(await Promise.all(sums), [2, 4])
})

test('a large buffer is handed over, and a small one copied', async (t) => {
  const { channel } = opened(t)
  for (const [size, left] of [
    [1_000_000, 0],
    [1_000, 1_000],
  ] satisfies [number, number][]) {
    const bytes = new Uint8Array(size)
    channel.transfer(bytes)
    t.is(await channel.request('sizeOf', bytes), size)
    t.is(bytes.byteLength, left)
  }
})

test('where the thread ends, all who wait hear why, and so does who asks later', async (t) => {
  const { channel, ends, threads } = opened(t)
  const waiting = t.throwsAsync(channel.request('later'), { message: 'it is closed' })
  channel.notify('exit')
  await waiting
  t.true(channel.hasEnded)
  t.deepEqual(ends, ['it is closed'])
  await t.throwsAsync(channel.request('add', 1, 2), { message: 'it is closed' })
  channel.notify('release')
  await channel.close()
  t.is(threads.length, 1)
})

test('no thread is started for nothing, and closing waits for its end', async (t) => {
  const { channel, threads } = opened(t)
  await channel.close()
  t.is(threads.length, 0)
  channel.start()
  const [thread] = threads
  const ended = thread && once(thread, 'exit')
  await channel.close()
  t.deepEqual(await ended, [0])
})
