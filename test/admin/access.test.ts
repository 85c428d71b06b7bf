/** Who may use the admin listener: tokens, passwords, sessions; what a browser of somebody else makes it do. */
import { createHash } from 'node:crypto'
import test from 'ava'
import { type AdminNode, adminNode } from '../support/nodes/admin-node.js'
import { raw } from '../support/wire/raw.js'

const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const OPERATORS = `admin.operators={reader: {may: look, token: '${hash('look')}'}, anna: {may: change, password: '${hash('secret')}'}}`
const TOKEN = `admin.operators={owner: {may: change, token: '${hash('open-sesame')}'}}`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const status = async (answer: Promise<Response>) => (await answer).status

test('without operators, who can read the state folder may look and change, and nobody else', async (t) => {
  const { url, get, post, queue } = await adminNode(t)
  t.is(await status(fetch(`${url}/api/node`)), 401)
  t.is(await status(fetch(`${url}/metrics`)), 401)
  const headers = { 'content-type': 'application/json', origin: url }
  for (const path of ['/api/queue/pause', '/api/dead/remove', '/api/operations/call']) {
    t.is(await status(fetch(url + path, { method: 'POST', body: '{}', headers })), 401, path)
  }
  t.false((await queue.admin.stats()).paused)
  t.deepEqual(await (await fetch(`${url}/api/session`)).json(), { logins: ['token'] })

  t.like(await (await get('/api/node')).json(), { may: 'change' })
  t.is(await status(post('/api/queue/pause', {})), 200)
  t.deepEqual(await (await get('/api/session')).json(), {
    logins: ['token'],
    who: 'stateDir/admin.token',
    by: 'token',
    may: 'change',
  })
})

test('with a token of the configuration nobody may look without it; health stays open', async (t) => {
  const node = await adminNode(t, [TOKEN])
  const get = (path: string, headers = {}) => fetch(node.url + path, { headers })
  for (const path of [
    '/api/node',
    '/api/flow',
    '/api/dead',
    '/api/exchanges',
    '/api/events',
    '/api/queue',
  ]) {
    const answer = await get(path)
    t.is(answer.status, 401, path)
    t.is(answer.headers.get('www-authenticate'), 'Bearer realm="waybill"')
  }
  t.is(await status(get('/api/node', bearer('open-sesam'))), 401)
  t.is(await status(get('/api/node', { authorization: 'Basic b3Blbi1zZXNhbWU=' })), 401)
  t.is(await status(get('/api/node', bearer('open-sesame'))), 200)
  t.is(await status(get('/health/live')), 200)
  t.is(await status(get('/health/ready')), 200)
})

test('who may look changes nothing', async (t) => {
  const { get, post } = await adminNode(t, [OPERATORS])
  t.like(await (await get('/api/node', bearer('look'))).json(), { may: 'look' })
  const answer = await post('/api/queue/pause', {}, bearer('look'))
  t.is(answer.status, 403)
  t.deepEqual(await answer.json(), { error: 'reader may look, but change nothing' })
})

async function login(node: AdminNode, body: object): Promise<Response> {
  return node.post('/api/session', body)
}

test('a password becomes a cookie that no script reads, and that ends', async (t) => {
  const node = await adminNode(t, [OPERATORS])
  const answer = await login(node, { user: 'anna', password: 'secret' })
  t.is(answer.status, 204)
  const [set = ''] = answer.headers.getSetCookie()
  t.regex(set, /^waybill-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/)
  const cookie = set.split(';')[0] ?? ''
  t.like(await (await node.get('/api/node', { cookie })).json(), { may: 'change' })
  t.like(await (await node.get('/api/session', { cookie })).json(), { who: 'anna' })
  t.is(await status(node.post('/api/queue/resume', {}, { cookie })), 200)
  t.like(
    node.log.find(({ action }) => action === 'resume'),
    { who: 'anna', by: 'password' },
  )
  const out = await fetch(`${node.url}/api/session`, {
    method: 'DELETE',
    headers: { cookie, origin: node.url },
  })
  t.is(out.status, 204)
  t.is(await status(node.get('/api/node', { cookie })), 401)
})

test('a token becomes a cookie, too', async (t) => {
  const node = await adminNode(t, [TOKEN])
  const answer = await login(node, { token: 'open-sesame' })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  t.is(await status(node.get('/api/node', { cookie })), 200)
})

test('a session is over after its time, and one that nobody opened never was', async (t) => {
  const node = await adminNode(t, [OPERATORS], { admin: { sessionTime: 1 } })
  const answer = await login(node, { user: 'anna', password: 'secret' })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  t.is(await status(node.get('/api/node', { cookie })), 401)
  t.is(
    await status(node.get('/api/node', { cookie: `waybill-${node.port}=${'A'.repeat(43)}` })),
    401,
  )
  t.is(await status(node.get('/api/node', { cookie: `${cookie}; waybill-${node.port}=x` })), 401)
})

test('wrong logins are counted, and beyond the bound no right one is looked at either', async (t) => {
  const node = await adminNode(t, [OPERATORS], { admin: { maxFailuresPerMinute: 3 } })
  for (const password of ['1', '2', '3']) {
    t.is(await status(login(node, { user: 'anna', password })), 401)
  }
  const answer = await login(node, { user: 'anna', password: 'secret' })
  t.is(answer.status, 429)
  t.true(Number(answer.headers.get('retry-after')) > 0)
  t.is(
    node.log.filter(({ action, outcome }) => action === 'login' && outcome === 'refused').length,
    4,
  )
  t.false(JSON.stringify(node.log).includes('secret'))
})

test('a name that somebody gave the address of this machine reaches nothing but health', async (t) => {
  const { port } = await adminNode(t)
  for (const host of [
    'evil.example',
    `evil.example:8081`,
    '192.0.2.1',
    'localhost.evil.example',
    '',
    'a b',
    '[::1',
  ]) {
    for (const path of ['/', '/api/node', '/metrics', '/api/dead', '/nowhere']) {
      const answer = await raw(
        port,
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      )
      t.true(answer.status === 421 || answer.status === 400, `${host} ${path} ${answer.status}`)
    }
  }
  for (const host of ['localhost', '127.0.0.1:1', '[::1]:8081', 'LOCALHOST']) {
    const answer = await raw(
      port,
      `GET /api/node HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    t.is(answer.status, 401, host)
  }
})

test('a name of the configuration is one of this node', async (t) => {
  const { get, port } = await adminNode(t, ['admin.hosts=[bus.example]'])
  const answer = await raw(
    port,
    'GET /api/node HTTP/1.1\r\nHost: Bus.Example:443\r\nConnection: close\r\n\r\n',
  )
  t.is(answer.status, 401)
  t.is(await status(get('/api/node')), 200)
})

test('what a page of another site sends changes nothing', async (t) => {
  const node = await adminNode(t)
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: `${node.url}.evil.example` },
    { origin: `http://127.0.0.1:${node.port + 1}` },
    { origin: node.url, 'sec-fetch-site': 'cross-site' },
    { origin: node.url, 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) {
    t.is(await status(node.post('/api/queue/pause', {}, headers)), 403, JSON.stringify(headers))
    t.is(await status(node.get('/api/node', headers)), 403, JSON.stringify(headers))
  }
  // A form can send these without being asked.
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]) {
    t.is(await status(node.post('/api/queue/pause', {}, { 'content-type': type })), 415, type)
  }
  const preflight = await fetch(`${node.url}/api/queue/pause`, {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
  })
  t.is(preflight.headers.get('access-control-allow-origin'), null)
  t.false((await node.queue.admin.stats()).paused)
})

test('a link from elsewhere leads to the console, and to nothing of the API', async (t) => {
  const { port } = await adminNode(t)
  const link = 'Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nConnection: close\r\n\r\n'
  const follow = (path: string) =>
    raw(port, `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${link}`)
  t.not((await follow('/')).status, 403)
  t.is((await follow('/api/node')).status, 403)
})

test('a cookie counts for a change only with the Origin of the console', async (t) => {
  const node = await adminNode(t, [OPERATORS])
  const answer = await login(node, { user: 'anna', password: 'secret' })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const sent = `POST /api/queue/pause HTTP/1.1\r\nHost: 127.0.0.1:${node.port}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
  t.is((await raw(node.port, sent)).status, 403)
  t.false((await node.queue.admin.stats()).paused)
})

for (const host of ['127.0.0.1', '0.0.0.0']) {
  test(`metrics of ${host} need a token, unless they are open`, async (t) => {
    const closed = await adminNode(t, [OPERATORS, `admin.host=${host}`])
    const at = (port: number) => `http://127.0.0.1:${port}/metrics`
    t.is(await status(fetch(at(closed.port))), 401)
    t.is(await status(fetch(at(closed.port), { headers: bearer('guessed') })), 401)
    for (const token of ['look', closed.token]) {
      const answer = await fetch(at(closed.port), { headers: bearer(token) })
      t.is(answer.status, 200)
      t.regex(await answer.text(), /waybill_/)
    }
    const open = await adminNode(t, [OPERATORS, `admin.host=${host}`, 'admin.openMetrics=true'])
    t.is(await status(fetch(at(open.port))), 200)
    t.is(await status(fetch(`http://127.0.0.1:${open.port}/api/node`)), 401)
  })
}

test('a stranger hears whether the node is ready, and an operator why', async (t) => {
  const { url, get } = await adminNode(t)
  const strangers = [{}, bearer('guessed'), { cookie: 'waybill=guessed' }]
  for (const headers of strangers) {
    const answer = await fetch(`${url}/health/ready`, { headers })
    t.is(answer.status, 200)
    t.is(await answer.text(), '{"ready":true}\n')
  }
  t.deepEqual(await (await get('/health/ready')).json(), {
    ready: true,
    problems: [],
  })
})
