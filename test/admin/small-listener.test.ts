/** The bounded listener: a deadline for every connection, a bound for every request, and a good end. */

import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { type Answer, type Asked, SmallListener } from '../../src/admin/small-listener.js'
import { deferred } from '../../src/base/deferred.js'
import { raw } from '../support/wire/raw.js'

const BOUNDS = { maxBody: 10, maxConnections: 2, time: 60_000 }

async function listening(
  t: ExecutionContext,
  answer: (asked: Asked) => Answer | Promise<Answer>,
  bounds: Partial<typeof BOUNDS> = {},
) {
  const listener = new SmallListener(answer, { ...BOUNDS, ...bounds }, { error: () => t.fail() })
  await listener.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => listener.close(AbortSignal.abort()))
  return { listener, port: (listener.address as AddressInfo).port }
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test('a body of the bound is taken, one byte more is not', async (t) => {
  const bodies: string[] = []
  const { port } = await listening(t, ({ body }) => {
    bodies.push(body)
    return { status: 200 }
  })
  const post = (body: string) =>
    raw(port, `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  t.is((await post('0123456789')).status, 200)
  t.is((await post('0123456789a')).status, 413)
  t.deepEqual(bodies, ['0123456789'])
})

test('a connection that takes too long is closed, whatever it waits for', async (t) => {
  const { port } = await listening(t, () => new Promise<Answer>(() => undefined), { time: 100 })
  for (const sent of [
    '',
    'GET / HT',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1',
    GET,
  ]) {
    const { closed, text } = await raw(port, sent)
    t.true(closed, sent)
    t.is(text, '')
  }
})

test('more connections than the bound are closed', async (t) => {
  const { port } = await listening(t, () => ({ status: 204 }))
  for (const _ of [1, 2]) {
    const socket = connect(port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    await once(socket, 'connect')
  }
  const { closed, text } = await raw(port, GET)
  t.true(closed)
  t.is(text, '')
})

test('closing waits for the answer to what was asked', async (t) => {
  const asked = deferred()
  const answer = deferred<Answer>()
  const { listener, port } = await listening(t, () => {
    asked.resolve()
    return answer.promise
  })
  const answered = raw(port, GET)
  await asked.promise
  const closed = listener.close(new AbortController().signal)
  answer.resolve({ status: 200, json: { late: true } })
  t.is((await answered).body, '{"late":true}\n')
  await closed
})

test('once the deadline of closing is over, connections without an answer are closed', async (t) => {
  const asked = deferred()
  const { listener, port } = await listening(t, () => {
    asked.resolve()
    return deferred<Answer>().promise
  })
  const answered = raw(port, GET)
  await asked.promise
  const deadline = new AbortController()
  const closed = listener.close(deadline.signal)
  deadline.abort()
  await closed
  const { text, closed: cut } = await answered
  t.true(cut)
  t.is(text, '')
})

test('closing does not wait for connections without a request', async (t) => {
  t.timeout(20_000, 'it waited for the end of a connection')
  const { listener, port } = await listening(t, () => ({ status: 204 }), { maxConnections: 9 })
  for (const sent of ['', 'GET / HTT']) {
    const socket = connect(port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(sent)
  }
  // Connections are taken in their order: with this one the others are there too.
  await raw(port, GET)
  await listener.close(new AbortController().signal)
  t.is(listener.address, undefined)
  t.is((await raw(port, GET)).text, '')
})

test('a key without a value is null in the answer', async (t) => {
  const { port } = await listening(t, () => ({ status: 200, json: { result: undefined, a: 1 } }))
  t.is((await raw(port, GET)).body, '{"result":null,"a":1}\n')
})
