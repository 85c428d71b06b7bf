/** The board of a queue in Redis: who may see it, what it shows, and that nothing can be changed by it. */
import { createHash, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import { until } from '../support/jobs.js'
import { type AdminNode, adminNode, STRANGER, told } from '../support/nodes/admin-node.js'
import { anyRedis, ownRedis } from '../support/redis/redis.js'
import { raw } from '../support/wire/raw.js'

const TOKEN = 'open-sesame'
const ASKS = `admin.operators={owner: {may: change, token: 'sha256:${createHash('sha256').update(TOKEN).digest('hex')}'}}`
const BEARER = { authorization: `Bearer ${TOKEN}` }
const ADD = '{urn:example:calculator}Add'
const ENVELOPE = '<Envelope>a secret of somebody</Envelope>'

async function onRedis(t: ExecutionContext, settings: readonly string[] = []): Promise<AdminNode> {
  const redis = await anyRedis()
  t.teardown(() => redis.close())
  const place = [`queue.url=${redis.url}`, `queue.prefix=board-${randomUUID().slice(0, 8)}`]
  return adminNode(t, [...place, ...settings])
}

interface Workers {
  readonly workers: readonly object[]
}

interface Listed {
  readonly queues: readonly {
    readonly name: string
    readonly readOnlyMode: boolean
    readonly counts: Readonly<Record<string, number>>
    readonly jobs: readonly { readonly id: string; readonly name: string; readonly data: object }[]
  }[]
}

const list = (node: AdminNode, query = '') =>
  told<Listed>(node.get(`/board/api/queues?activeQueue=jobs&${query}`))

test('the queue names its board where it is in Redis, and has none elsewhere', async (t) => {
  const node = await onRedis(t)
  t.like(await told(node.get('/api/queue')), { board: '/board/' })
  const elsewhere = await adminNode(t)
  t.false('board' in (await told<object>(elsewhere.get('/api/queue'))))
  const answer = await elsewhere.get('/board/')
  t.is(answer.status, 404)
  t.regex(await answer.text(), /not kept in Redis/)
})

test('its page loads what the package has, from this node alone, and runs no script of its own text', async (t) => {
  const { get, url } = await onRedis(t)
  t.is((await fetch(`${url}/board`, { redirect: 'manual' })).headers.get('location'), '/board/')
  const page = await get('/board/')
  const html = await page.text()
  t.notRegex(html, /https?:|<style|style=/)
  t.regex(
    page.headers.get('content-security-policy') ?? '',
    /script-src 'self'; style-src 'self' 'sha256-[^' ]+';/,
  )
  const loaded = [...html.matchAll(/(?:src|href)="(static[^"]+)"/g)].map(([, name]) => name)
  t.true(loaded.length >= 4)
  for (const name of loaded) {
    const answer = await get(`/board/${name}`)
    t.is(answer.status, 200, name)
    t.regex(answer.headers.get('content-type') ?? '', /^text\/(javascript|css)/)
    t.regex(answer.headers.get('cache-control') ?? '', /^private, .*immutable$/)
    t.is(answer.headers.get('x-content-type-options'), 'nosniff')
  }
  t.is(await (await get('/board/queue/jobs/some-id?status=failed')).text(), html)
})

test('it tells of jobs, and shows no envelope', async (t) => {
  const node = await onRedis(t)
  const id = await node.deadLetter(ENVELOPE, { operation: ADD, to: 'urn:ledger' })
  const { queues } = await list(node, 'status=failed&jobsPerPage=100000')
  t.is(queues.length, 1)
  t.like(queues[0], { name: 'jobs', readOnlyMode: true, counts: { failed: 1 } })
  t.like(queues[0]?.jobs[0], { id, name: ADD, failedReason: 'the ledger is closed' })
  for (const path of ['', '/logs', '/flow']) {
    const answer = await node.get(`/board/api/queues/jobs/${id}${path}`)
    t.is(answer.status, 200, path)
    t.notRegex(await answer.text(), /secret/)
  }
  for (const path of [
    'redis/stats',
    'queues/jobs/workers',
    'queues/jobs/metrics',
    'job-schedulers',
  ]) {
    t.is((await node.get(`/board/api/${path}`)).status, 200, path)
  }
})

/** All that the library knows to do, from itself. */
function routesOfLibrary(): readonly { readonly method: string; readonly path: string }[] {
  const { appRoutes }: { readonly appRoutes: { readonly api: readonly KnownRoute[] } } =
    createRequire(import.meta.url)('@bull-board/api/dist/routes.js')
  return appRoutes.api.flatMap(({ method, route }) =>
    [method].flat().flatMap((one) => [route].flat().map((path) => ({ method: one, path }))),
  )
}

interface KnownRoute {
  readonly method: string | readonly string[]
  readonly route: string | readonly string[]
}

test('it takes no connection of its own, and runs no job', async (t) => {
  const redis = await ownRedis()
  t.teardown(() => redis.close())
  const node = await adminNode(t, [`queue.url=${redis.url}`])
  const watching = new Redis(redis.url)
  t.teardown(() => watching.disconnect())
  const connected = async () => String(await watching.client('LIST')).split('\n').length
  const before = await connected()
  const { workers } = await told<Workers>(node.get('/board/api/queues/jobs/workers'))
  t.is(workers.length, 1)
  await list(node)
  t.is(await connected(), before)
})

test('a Redis that is away is told of as such, and it goes on when it is back', async (t) => {
  const redis = await ownRedis()
  t.teardown(() => redis.close())
  const node = await adminNode(t, [`queue.url=${redis.url}`])
  await list(node)
  await redis.kill()
  const answer = await node.get('/board/api/queues')
  t.is(answer.status, 503)
  t.regex(await answer.text(), /the queue does not answer/)
  t.is((await node.get('/board/')).status, 200)
  await redis.start()
  await until(async () => (await node.get('/board/api/queues')).status === 200)
  t.is((await list(node)).queues.length, 1)
})

test('nothing can be changed by it: whatever its library can do is refused, and by its page not offered', async (t) => {
  const node = await onRedis(t)
  const id = await node.deadLetter(ENVELOPE, { operation: ADD })
  const before = await list(node, 'status=failed')
  const changing = routesOfLibrary().filter(({ method }) => method !== 'get')
  t.true(changing.length > 15)
  for (const { method, path } of changing) {
    const filled = path
      .replace(':queueName', 'jobs')
      .replace(':jobId', id)
      .replace(':queueStatus', 'failed')
      .replace(/:\w+/, 'any')
    const asked = {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json', origin: node.url },
      body: JSON.stringify({ name: 'x', data: {}, force: true, concurrency: 1, jobData: {} }),
    }
    const answer = await fetch(`${node.url}/board${filled}`, asked)
    t.is(answer.status, 405, `${method} ${path}`)
    t.is(answer.headers.get('allow'), 'GET, HEAD')
    // Asked as if it were looking, it is nothing, or nothing that changes.
    await node.get(`/board${filled}`)
  }
  t.deepEqual(await list(node, 'status=failed'), before)
  t.like(await node.queue.admin.stats(), { paused: false, dead: 1, waiting: 0 })
})

test('it asks who somebody is as all else does; a browser is led to where one logs in', async (t) => {
  const { get, port } = await onRedis(t, [ASKS])
  for (const path of ['', 'api/queues', 'static/favicon.ico', 'static/none']) {
    t.is((await get(`/board/${path}`, STRANGER)).status, 401, path)
    const known = path.endsWith('none') ? 404 : 200
    t.is((await get(`/board/${path}`, BEARER)).status, known, path)
  }
  const asking = (more: string) =>
    raw(port, `GET /board/ HTTP/1.1\r\n${more}\r\nConnection: close\r\n\r\n`)
  const led = await asking('Host: localhost\r\nSec-Fetch-Mode: navigate')
  t.is(led.status, 302)
  t.is(led.headers.location, '/#/queue')
  t.is((await asking('Host: evil.example')).status, 421)
  const crossing = await get('/board/api/queues', { ...BEARER, origin: 'http://evil.example' })
  t.is(crossing.status, 403)
})

test('no file but its own is found, and a path that is no text is the name of nothing', async (t) => {
  const { port, token } = await onRedis(t)
  for (const path of [
    'static/../index.ejs',
    'static/..%2findex.ejs',
    'static/%2e%2e/index.ejs',
    'static//etc/passwd',
    'static/js',
    'index.ejs',
    'queue/%ff',
    'api/queues/jobs/%ff',
    'api/queues/__proto__/x',
  ]) {
    const { status } = await raw(
      port,
      `GET /board/${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    )
    t.true(status === 404 || status === 400, `${path}: ${status}`)
  }
})
