/** The admin listener under attack: what peers wrote stays text, and nobody keeps it from its operators. */
import { once } from 'node:events'
import { request } from 'node:https'
import { connect, type Socket } from 'node:net'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { type AdminNode, adminNode } from '../support/nodes/admin-node.js'
import { CERTIFICATE, KEY } from '../support/wire/certificate.js'
import { soap11 } from '../support/wire/envelopes.js'
import { raw } from '../support/wire/raw.js'

const SCRIPT = '<script>alert(1)</script>'
const ESCAPED = SCRIPT.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

test('script in what a peer wrote comes back as JSON that no browser runs', async (t) => {
  const node = await adminNode(t)
  const id = await node.deadLetter(soap11(`<a xmlns="urn:x">${ESCAPED}</a>`), {
    operation: `{urn:x${SCRIPT}}a`,
    to: `http://x/${SCRIPT}`,
  })
  const headers = `<h xmlns="urn:${ESCAPED}">${ESCAPED}</h>`
  const addressing = `<w:MessageID xmlns:w="http://www.w3.org/2005/08/addressing">urn:${ESCAPED}</w:MessageID>`
  for (const block of [headers, addressing]) {
    const envelope = soap11(`<a xmlns="urn:${ESCAPED}"/>`, block)
    await fetch(node.soap, {
      method: 'POST',
      body: envelope,
      headers: { 'content-type': 'text/xml' },
    })
  }
  for (const path of [
    '/api/dead',
    `/api/dead/${id}`,
    '/api/exchanges',
    `/api/exchanges/${encodeURIComponent(`urn:${SCRIPT}`)}`,
    `/api/exchanges/${encodeURIComponent(SCRIPT)}`,
    '/api/queue',
    '/api/flow',
    `/api/dead?operation=${encodeURIComponent(SCRIPT)}&nothing=${SCRIPT}`,
    `/api/${SCRIPT}`,
    `/${SCRIPT}`,
  ]) {
    const answer = await node.get(path)
    t.is(answer.headers.get('x-content-type-options'), 'nosniff', path)
    t.regex(
      answer.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'self'/,
    )
    t.is(answer.headers.get('cache-control'), 'no-store')
    t.not(answer.headers.get('content-type')?.split(';')[0], 'text/html', path)
  }
})

const PATHS = [
  '/../../package.json',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/package.json',
  '/assets/../../../package.json',
  '/assets/..%5c..%5cpackage.json',
  '//etc/passwd',
  '/index.html%00.js',
  '/.%00/',
  '/%',
  '/%ff',
  '/api/dead/..%2f..%2f..%2fetc%2fpasswd',
  'http://evil.example/api/node',
]

test('no path leads out of the console', async (t) => {
  const { port, log, token } = await adminNode(t)
  for (const path of PATHS) {
    const { status, text } = await raw(
      port,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    )
    t.true([400, 404, 421].includes(status ?? 0), `${path}: ${status}`)
    t.notRegex(text, /"name": "waybill"|root:/, path)
  }
  t.false(log.some(({ level }) => level === 'error'))
})

test('what is too large is refused: a query, a header, a body', async (t) => {
  const { port, post, token } = await adminNode(t)
  const close = `Host: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`
  t.is(
    (await raw(port, `GET /api/dead?cause=${'x'.repeat(20_000)} HTTP/1.1\r\n${close}`)).status,
    431,
  )
  t.is(
    (await raw(port, `GET /api/dead?cause=${'x'.repeat(2_000)} HTTP/1.1\r\n${close}`)).status,
    400,
  )
  t.is((await post('/api/dead/replay', { ids: ['x'.repeat(5_000_000)] })).status, 413)
  t.is((await post('/api/dead/replay', { ids: new Array(1_001).fill('x') })).status, 400)
})

test('JSON that is none, too deep or poisoned is a plain 400', async (t) => {
  const { url, token } = await adminNode(t)
  for (const body of [
    '',
    '{',
    '[',
    '"x"',
    'null',
    '{"__proto__":{"dryRun":true},"ids":["x"]}',
    '['.repeat(100_000),
  ]) {
    const answer = await fetch(`${url}/api/dead/replay`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
    t.is(answer.status, 400, body.slice(0, 30))
    t.notRegex(await answer.text(), /node_modules|\.js:|at /)
  }
})

async function silent(t: { teardown(end: () => void): void }, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

const HEAD = 'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

for (const [what, says] of [
  ['say nothing', ''],
  ['never end a header', 'GET /api/node HT'],
  ['never end a body', `${HEAD}Content-Length: 1000\r\n\r\n{`],
] as const) {
  test(`thousands of connections that ${what} do not keep an operator out`, async (t) => {
    const node = await adminNode(t)
    const first = await silent(t, node.port)
    const gone = once(first, 'close')
    for (let batch = 0; batch < 20; batch += 1) {
      const opened = Array.from({ length: 100 }, () => silent(t, node.port))
      for (const socket of await Promise.all(opened)) socket.write(says)
    }
    t.is((await node.get('/health/live')).status, 200)
    t.is((await node.get('/api/node')).status, 200)
    // The one that was not used for longest has given way.
    first.resume()
    await gone
  })
}

test('handshakes that are not done do not keep an operator out', async (t) => {
  const folder = folderOf(t, { 'node.pem': CERTIFICATE, 'node.key': KEY })
  const tls = `admin.tls={certificate: ${folder}/node.pem, key: ${folder}/node.key}`
  const { port } = await adminNode(t, [tls])
  const first = await silent(t, port)
  const gone = once(first, 'close')
  await Promise.all(Array.from({ length: 150 }, () => silent(t, port)))
  first.resume()
  await gone
  const asking = request({ port, path: '/health/live', ca: CERTIFICATE, agent: false })
  asking.end()
  const [answer] = await once(asking, 'response')
  answer.resume()
  t.is(answer.statusCode, 200)
})

test('who has proven nothing is answered before the body comes, and may send little', async (t) => {
  const { port } = await adminNode(t, [
    `admin.operators={anna: {token: 'sha256:${'0'.repeat(64)}'}}`,
  ])
  const sent = (path: string, length: number) =>
    raw(
      port,
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`,
    )
  t.is((await sent('/api/dead/replay', 4_000_000)).status, 401)
  t.is((await sent('/api/session', 20_000)).status, 413)
})

test('a request that does not come to its end is cut off', async (t) => {
  const { port, token } = await adminNode(t)
  const slow = `POST /api/dead/replay HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
  const [head, body] = await Promise.all([raw(port, 'GET /api/no'), raw(port, slow)])
  t.true(head.closed)
  t.is(head.status, 408)
  t.true(body.closed)
  t.is(body.status, 408)
})

/** The first bytes of a stream of events. */
async function watch(node: AdminNode): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const answer = await node.get('/api/events')
  if (!answer.body) throw new Error(`no stream: ${answer.status}`)
  const reader = answer.body.getReader()
  await reader.read()
  return reader
}

test('a stream of events tells what happens, and its end does not wait for who reads it', async (t) => {
  const node = await adminNode(t)
  const reader = await watch(node)
  const idle = await watch(node)
  await node.post('/api/queue/pause', {})
  const { value } = await reader.read()
  t.regex(Buffer.from(value ?? []).toString(), /^id: \S+\ndata: \{.*"action":"pause".*\}\n\n$/)
  await node.parts.admin.close(new AbortController().signal)
  t.true((await reader.read()).done)
  await idle.cancel()
})
