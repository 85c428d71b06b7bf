/** The admin listener: alive, ready or not, and nothing else. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { AdminListener, type Readiness } from '../../src/operate/admin/listener.js'
import type { Problem } from '../../src/operate/problems/problem.js'
import { raw } from '../support/wire/raw.js'

const READY: Readiness = {
  ready: true,
  problems: [],
}

const LOST: Problem = {
  name: 'queue-unavailable',
  severity: 'error',
  stopsAcceptance: true,
  shared: true,
  summary: 'The queue keeps nothing: redis://10.0.0.7:6379 does not answer',
  remedy: 'Bring it back.',
  since: 1,
  page: '#/queue',
  node: 'urn:node',
}

async function admin(t: ExecutionContext, readiness: () => Readiness = () => READY) {
  const errors: object[] = []
  const listener = new AdminListener({ host: '127.0.0.1', port: 0 }, readiness, {
    error: (fields) => errors.push(fields),
  })
  await listener.listen()
  t.teardown(() => listener.close(AbortSignal.abort()))
  const [url = ''] = listener.listening
  return { listener, url, port: Number(new URL(url).port), errors }
}

test('it is alive whatever the problems are', async (t) => {
  const { url } = await admin(t, () => ({ ready: false, problems: [] }))
  const answer = await fetch(`${url}/health/live`)
  t.is(answer.status, 200)
  t.deepEqual(await answer.json(), { live: true })
})

test('it is ready with 200, and not with 503; a stranger hears no more', async (t) => {
  let readiness = READY
  const { url } = await admin(t, () => readiness)
  const ready = await fetch(`${url}/health/ready`)
  t.is(ready.status, 200)
  t.is(ready.headers.get('content-type'), 'application/json')
  t.is(ready.headers.get('cache-control'), 'no-store')
  t.is(await ready.text(), '{"ready":true}\n')
  readiness = { ready: false, problems: [LOST] }
  const down = await fetch(`${url}/health/ready`)
  t.is(down.status, 503)
  t.is(await down.text(), '{"ready":false}\n')
})

test('a query does not matter, as some monitors add one', async (t) => {
  const { url } = await admin(t)
  t.is((await fetch(`${url}/health/ready?now`)).status, 200)
})

test('HEAD has the status and no body', async (t) => {
  const { port } = await admin(t, () => ({ ready: false, problems: [LOST] }))
  const answer = await raw(
    port,
    'HEAD /health/ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  t.is(answer.status, 503)
  t.true(Number(answer.headers['content-length']) > 0)
  t.true(answer.text.endsWith('\r\n\r\n'))
  t.true(answer.closed)
})

test('other paths and methods are refused', async (t) => {
  const { url } = await admin(t)
  for (const path of ['/', '/health', '/health/', '/health/live/', '/HEALTH/LIVE', '/metrics']) {
    const answer = await fetch(url + path)
    t.is(answer.status, 404, path)
    t.is(await answer.text(), '')
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await fetch(`${url}/health/live`, { method })
    t.is(answer.status, 405, method)
    t.is(answer.headers.get('allow'), 'GET, HEAD')
  }
})

test('a request with a body is refused', async (t) => {
  const { port } = await admin(t)
  for (const body of [
    'Content-Length: 1\r\n\r\nx',
    'Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
  ]) {
    const answer = await raw(port, `GET /health/live HTTP/1.1\r\nHost: x\r\n${body}`)
    t.is(answer.status, 413)
  }
})

test('a long header is refused', async (t) => {
  const { port } = await admin(t)
  const answer = await raw(
    port,
    `GET /health/live HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
  )
  t.is(answer.status, 431)
})

test('a connection may have many requests, which are answered in their order', async (t) => {
  let requests = 0
  const { port } = await admin(t, () => {
    requests += 1
    return READY
  })
  const one = 'GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n'
  const last = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const { responses, closed, text } = await raw(port, one.repeat(50) + last)
  t.is(responses, 51)
  t.true(text.endsWith('{"live":true}\n'))
  t.true(closed)
  t.is(requests, 50)
})

test('readiness that fails is logged, and the answer does not say why', async (t) => {
  const { url, errors } = await admin(t, () => {
    throw new Error('redis://:secret@10.0.0.7')
  })
  const answer = await fetch(`${url}/health/ready`)
  t.is(answer.status, 500)
  t.notRegex(await answer.text(), /secret/)
  t.is(errors.length, 1)
})

test('a closed listener no longer listens', async (t) => {
  const { listener, url } = await admin(t)
  await listener.close(new AbortController().signal)
  t.deepEqual(listener.listening, [])
  await t.throwsAsync(fetch(`${url}/health/live`))
})

test('an address in use is the error of the system', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const { port } = other.address() as AddressInfo
  const listener = new AdminListener({ host: '127.0.0.1', port }, () => READY, {
    error: () => undefined,
  })
  const error = await t.throwsAsync<NodeJS.ErrnoException>(listener.listen())
  t.is(error?.code, 'EADDRINUSE')
  await listener.close(AbortSignal.abort())
})
