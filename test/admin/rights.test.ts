/** What who may only look, and who has proven nothing, may not do: of every resource that the description has. */
import { createHash } from 'node:crypto'
import test from 'ava'
import { adminNode, STRANGER, viewOf } from '../support/nodes/admin-node.js'
import { raw } from '../support/wire/raw.js'

const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const OPERATORS = `admin.operators={reader: {may: look, token: '${hash('look')}'}, anna: {may: change, token: '${hash('do')}'}}`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly description?: string }>>>
  >
}

/** Who has proven nothing may ask who they are, log in and log out. */
const OPEN = ['get /api/session', 'post /api/session', 'delete /api/session']

test('nobody changes anything who may only look, and nobody looks who has proven nothing', async (t) => {
  const node = await adminNode(t, [OPERATORS], { admin: { maxFailuresPerMinute: 1000 } })
  const { paths } = await viewOf<Described>(node.get('/api/openapi.json', bearer('look')))
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description = '' }]) => ({
      path,
      method,
      description,
    })),
  )
  t.true(all.length > 15)
  const ask = (method: string, path: string, headers: Readonly<Record<string, string>>) => {
    const url = path.replaceAll(/\{\w+\}/g, 'x')
    return method === 'get'
      ? node.get(url, headers)
      : fetch(node.url + url, {
          method: method.toUpperCase(),
          headers: { 'content-type': 'application/json', ...headers },
          ...(method === 'post' && { body: '{}' }),
        })
  }
  for (const { path, method, description } of all) {
    const where = `${method} ${path}`
    if (OPEN.includes(where)) continue
    const unproven = await ask(method, path, STRANGER)
    t.is(unproven.status, 401, where)
    t.is((await ask(method, path, bearer('wrong'))).status, 401, where)
    const changes = method !== 'get'
    t.is(description.includes('Needs the right to change'), changes, where)
    const looking = await ask(method, path, bearer('look'))
    t.is(looking.status === 403, changes, `${where}: ${looking.status}`)
    t.is(looking.headers.get('x-content-type-options'), 'nosniff', where)
    await looking.body?.cancel()
  }
  t.false((await node.queue.admin.stats()).paused)
  t.false(node.log.some(({ event, outcome }) => event === 'action' && outcome === 'done'))
})

test('no method but those of a resource, whatever the case of its headers', async (t) => {
  const { port } = await adminNode(t, [OPERATORS])
  const ask = (method: string, path: string, more = '') =>
    raw(port, `${method} ${path} HTTP/1.1\r\nhOST: localhost\r\n${more}cOnNeCtIoN: close\r\n\r\n`)
  for (const path of ['/api/node', '/api/queue/pause', '/health/live', '/metrics']) {
    for (const method of ['PUT', 'PATCH', 'OPTIONS']) {
      t.is((await ask(method, path)).status, 405, `${method} ${path}`)
    }
    for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'get', 'BREW']) {
      const { status = 0, text } = await ask(method, path, 'X-Secret: told\r\n')
      t.true(status === 0 || (status >= 400 && status < 500), `${method} ${path}: ${status}`)
      t.notRegex(text, /told/)
    }
  }
  t.is((await ask('HEAD', '/api/node')).status, 401)
  t.is((await ask('GET', '/api/node', 'aUTHORIZATION: bEARER look\r\n')).status, 200)
  t.is(
    (await ask('GET', '/api/node', 'oRIGIN: http://evil.example\r\nAuthorization: Bearer look\r\n'))
      .status,
    403,
  )
})

const START = 'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
const SMUGGLED =
  'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer look\r\nConnection: close\r\n\r\n'

test('where a request ends can be read in one way only', async (t) => {
  const { port } = await adminNode(t, [OPERATORS])
  for (const [what, fields, body] of [
    ['both lengths', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${SMUGGLED}`],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 100\r\n', `{}${SMUGGLED}`],
    ['a list of lengths', 'Content-Length: 2, 2\r\n', `{}${SMUGGLED}`],
    ['a length with a sign', 'Content-Length: +2\r\n', `{}${SMUGGLED}`],
    [
      'a coding that is not the last',
      'Transfer-Encoding: chunked, identity\r\n',
      `0\r\n\r\n${SMUGGLED}`,
    ],
    ['a coding after a tab', 'Transfer-Encoding:\tchunked, x\r\n', `0\r\n\r\n${SMUGGLED}`],
    ['a blank before the colon', 'Content-Length : 2\r\n', `{}${SMUGGLED}`],
    ['a folded line', 'X: y\r\n Content-Length: 2\r\nContent-Length: x\r\n', `{}${SMUGGLED}`],
    ['a size of a chunk that is none', 'Transfer-Encoding: chunked\r\n', `0x0\r\n\r\n${SMUGGLED}`],
    ['line feeds alone', 'Content-Length: 2\nX: y\r\n', `{}${SMUGGLED}`],
  ] as const) {
    const { text, status } = await raw(port, `${START}${fields}\r\n${body}`)
    t.notRegex(text, /openapi/, what)
    t.is(status, 400, what)
  }
})

test('a session that somebody else has chosen is none: a login makes another one', async (t) => {
  const node = await adminNode(t, [OPERATORS])
  const chosen = `waybill-${node.port}=${'A'.repeat(43)}`
  const answer = await node.post('/api/session', { token: 'do' }, { cookie: chosen })
  const [cookie = ''] = answer.headers.getSetCookie()
  t.regex(cookie, /^waybill-\d+=[\w-]{43};/)
  t.false(cookie.startsWith(chosen))
  t.is((await node.get('/api/node', { cookie: chosen })).status, 401)
  t.is(
    (
      await node.get('/api/events', {
        cookie: cookie.split(';')[0] ?? '',
        origin: 'http://evil.example',
      })
    ).status,
    403,
  )
})
