/** Destinations that operators pause, at real nodes on both stores: over a kill, at two nodes, over the API and by command. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { cli } from '../support/nodes/cli.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { type HopAnswer, type HttpHop, httpHop } from '../support/nodes/next-hop.js'
import { anyRedis, freePort } from '../support/redis/redis.js'
import { soap11 } from '../support/wire/envelopes.js'

const NS = 'urn:example:ledger'
const record = (n: number | string) => soap11(`<l:Record xmlns:l="${NS}">${n}</l:Record>`)
const recordedAt = ({ requests }: HttpHop) =>
  requests.map(({ body }) => />(\w+)<\/l:Record>/.exec(body)?.[1])
const DELIVERED = { status: 200, headers: { 'content-type': 'text/xml' }, body: record('ok') }

/** Where jobs are kept, as settings of a node. */
type Store = (t: ExecutionContext, folder: string) => Promise<readonly string[]>

const STORES: Readonly<Record<string, Store>> = {
  sqlite: async (_, folder) => [`stateDir=${join(folder, 'state')}`],
  redis: async (t, folder) => {
    const redis = await anyRedis()
    t.teardown(() => redis.close())
    const prefix = `p${randomBytes(6).toString('hex')}`
    return [`stateDir=${join(folder, 'state')}`, `queue.url=${redis.url}`, `queue.prefix=${prefix}`]
  },
}

/** A gateway that sends to one destination by a path for each mode. */
function gatewaySettings(to: string): readonly string[] {
  const operation = `{${NS}}*`
  const routes = [
    { path: 'store', operation, to: 'ledger', mode: 'store' },
    { path: 'relay', operation, to: 'ledger', mode: 'relay' },
    { path: 'reply', operation, to: 'ledger', mode: 'request-reply' },
  ]
  const ledger = { url: to, timeout: '10s', breaker: { failures: 2, pause: '10m' } }
  return [
    'node.uri=urn:example:gateway',
    'plugins=[]',
    'queue.concurrency=1',
    `routes=${JSON.stringify(routes)}`,
    `destinations=${JSON.stringify({ ledger, other: { url: 'http://127.0.0.1:9/' } })}`,
  ]
}

async function hopOf(t: ExecutionContext, answer: () => HopAnswer = () => DELIVERED) {
  const hop = await httpHop(answer)
  t.teardown(() => hop.close())
  return hop
}

async function nodeOf(t: ExecutionContext, settings: readonly string[]): Promise<RunningDaemon> {
  const daemon = await startDaemon(settings)
  t.teardown(() => daemon.process.kill('SIGKILL'))
  return daemon
}

const send = ({ url }: RunningDaemon, path: string, n: number | string) =>
  fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: record(n),
  })

async function act(node: RunningDaemon, name: string, what: string, body: object = {}) {
  const response = await node.admin(`/api/destinations/${name}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const view = (await response.json()) as { readonly cause?: string }
  return { status: response.status, body: view }
}

async function stateOf(node: RunningDaemon, name = 'ledger') {
  const response = await node.admin('/api/destinations')
  const { destinations } = (await response.json()) as {
    readonly destinations: readonly Record<string, unknown>[]
  }
  return destinations.find((one) => one.name === name) ?? {}
}

const waits = (node: RunningDaemon, count: number) =>
  until(async () => (await stateOf(node)).waiting === count)

async function kill(node: RunningDaemon) {
  node.process.kill('SIGKILL')
  await node.ended()
}

for (const [name, store] of Object.entries(STORES)) {
  test(`${name}: a pause outlives a kill; nothing is sent, lost, or counted as an attempt`, async (t) => {
    const hop = await hopOf(t)
    const folder = folderOf(t, {})
    const settings = [...gatewaySettings(hop.url), ...(await store(t, folder))]
    const first = await nodeOf(t, settings)
    t.is((await act(first, 'ledger', 'pause')).status, 200)
    const numbers = Array.from({ length: 10 }, (_, index) => String(index))
    for (const n of numbers) t.is((await send(first, 'store', n)).status, 202)
    // One that a node just runs when it is killed would count an attempt.
    await waits(first, numbers.length)
    await kill(first)
    const second = await nodeOf(t, settings)
    await waits(second, numbers.length)
    t.like(await stateOf(second), { paused: { by: 'stateDir/admin.token' } })
    t.deepEqual(hop.requests, [])
    await kill(second)
    const third = await nodeOf(t, settings)
    await waits(third, numbers.length)
    const jobs = await third.admin('/api/queue/jobs?state=delayed')
    const { jobs: listed } = (await jobs.json()) as { jobs: readonly { attempts: number }[] }
    t.deepEqual(
      listed.map(({ attempts }) => attempts),
      numbers.map(() => 0),
    )
    t.deepEqual(hop.requests, [])
    t.deepEqual(await act(third, 'ledger', 'resume'), {
      status: 200,
      body: { destination: 'ledger', paused: false },
    })
    await until(() => hop.requests.length === numbers.length)
    t.deepEqual(recordedAt(hop), numbers)
    await waits(third, 0)
    t.is(await third.stop(), 0)
  })

  test(`${name}: who waits on a connection gets 503, what is stored is acknowledged`, async (t) => {
    const hop = await hopOf(t)
    const settings = [...gatewaySettings(hop.url), ...(await store(t, folderOf(t, {})))]
    const node = await nodeOf(t, settings)
    t.is((await send(node, 'relay', 'before')).status, 200)
    await act(node, 'ledger', 'pause')
    const relayed = await send(node, 'relay', 'relayed')
    t.is(relayed.status, 503)
    t.is(relayed.headers.get('retry-after'), '60')
    const text = await relayed.text()
    t.is(text, 'The next node takes no messages now: send the message again later.\n')
    t.is((await send(node, 'store', 'stored')).status, 202)
    // As while its circuit is open: it is accepted, and has no answer on this connection.
    const waiting = await send(node, 'reply', 'waiting')
    t.is(waiting.status, 500)
    t.regex(await waiting.text(), /Accepted/)
    const at = String(waiting.headers.get('location'))
    await waits(node, 2)
    t.deepEqual(recordedAt(hop), ['before'])
    await act(node, 'ledger', 'resume')
    await until(() => hop.requests.length === 3)
    t.deepEqual(recordedAt(hop), ['before', 'stored', 'waiting'])
    await until(async () => (await fetch(new URL(at, node.url))).status === 200)
    t.is((await send(node, 'relay', 'after')).status, 200)
  })

  test(`${name}: one message is tried though the destination is paused or down`, async (t) => {
    let answer: HopAnswer = { status: 503 }
    const hop = await hopOf(t, () => answer)
    const settings = [...gatewaySettings(hop.url), ...(await store(t, folderOf(t, {})))]
    const node = await nodeOf(t, [...settings, 'queue.retry={attempts: 9, delay: 1ms}'])
    t.deepEqual((await act(node, 'ledger', 'try')).body, {
      destination: 'ledger',
      outcome: 'nothing-waits',
    })
    for (const n of ['one', 'two']) await send(node, 'store', n)
    // Its circuit is open after two failures.
    await until(async () => {
      const [circuit] = (await stateOf(node)).circuits as readonly { state: string }[]
      return circuit?.state === 'open'
    })
    await waits(node, 2)
    await act(node, 'ledger', 'pause')
    const failed = await act(node, 'ledger', 'try')
    t.like(failed, { status: 200, body: { outcome: 'failed' } })
    t.regex(failed.body.cause ?? '', /503/)
    answer = DELIVERED
    const tried = hop.requests.length
    t.like((await act(node, 'ledger', 'try')).body, { outcome: 'delivered' })
    t.is(hop.requests.length, tried + 1)
    await waits(node, 1)
    // That it got through has closed the circuit, and not ended the pause.
    t.like(await stateOf(node), { circuits: [{ state: 'closed' }], waiting: 1 })
    t.like(await stateOf(node), { paused: { by: 'stateDir/admin.token' } })
    await act(node, 'ledger', 'resume')
    await waits(node, 0)
    await node.logged(({ action }) => action === 'resume-destination')
    const log = node.log.filter(({ event }) => event === 'action')
    t.deepEqual(
      log.map(({ action, outcome, destination }) => [action, outcome, destination]),
      [
        ['try-destination', 'done', 'ledger'],
        ['pause-destination', 'done', 'ledger'],
        ['try-destination', 'failed', 'ledger'],
        ['try-destination', 'done', 'ledger'],
        ['resume-destination', 'done', 'ledger'],
      ],
    )
  })

  test(`${name}: by command, over the node that runs or in the store of one that does not`, async (t) => {
    const hop = await hopOf(t)
    const port = await freePort()
    const kept = await store(t, folderOf(t, {}))
    const settings = [...gatewaySettings(hop.url), `admin.port=${port}`, ...kept]
    const node = await nodeOf(t, settings)
    const flags = settings.flatMap((setting) => ['--set', setting])
    const run = (...args: string[]) => cli(['destinations', ...args, ...flags])
    t.deepEqual(await run('pause', 'ledger'), {
      code: 0,
      out: '',
      err: 'paused: nothing is sent to ledger until waybill destinations resume ledger\n',
    })
    await node.logged(({ action }) => action === 'pause-destination')
    await send(node, 'store', 'one')
    await waits(node, 1)
    t.regex(
      (await run('ls')).out,
      /^ledger +closed +by \w+ \(stateDir\/admin\.token\) since \S+ +1 /m,
    )
    t.regex((await run('try', 'ledger')).err, /^delivered: ledger has taken [\w-]+\n$/)
    t.deepEqual(recordedAt(hop), ['one'])
    t.regex((await run('try', 'ledger')).err, /^nothing waits for ledger/)
    const unknown = await run('pause', 'legder')
    t.is(unknown.code, 65)
    t.is(unknown.err, 'error: there is no destination legder\n  Did you mean ledger?\n')
    t.is(await node.stop(), 0)
    const [ledger] = (await run('ls', '--json')).out.split('\n')
    t.like(JSON.parse(ledger ?? ''), { name: 'ledger', circuits: [], waiting: 0 })
    t.regex((await run('ls')).err, /circuits are not shown: no node runs: nothing listens at http/)
    const none = await run('try', 'ledger')
    t.is(none.code, 69)
    t.regex(none.err, /^error: only a running node sends: no node runs: nothing listens at/)
    t.is((await run('resume', 'legder')).code, 65)
    t.is((await run('resume', 'ledger')).code, 0)
    t.is((await run('pause', 'other')).code, 0)
    const gone = settings.map((setting) =>
      setting.startsWith('destinations=') ? setting.replace('"other"', '"another"') : setting,
    )
    const again = await nodeOf(t, gone)
    t.like(await stateOf(again, 'other'), { configured: false, circuits: [] })
    t.is((await act(again, 'other', 'pause')).status, 404)
    t.is((await act(again, 'other', 'resume')).status, 200)
    t.deepEqual(await stateOf(again, 'other'), {})
  })
}

test('redis: paused at one of two nodes, nothing is sent from either', async (t) => {
  const hop = await hopOf(t)
  const shared = await STORES.redis?.(t, folderOf(t, {}))
  const settings = [...gatewaySettings(hop.url), ...(shared ?? [])]
  const one = await nodeOf(t, settings)
  const two = await nodeOf(t, [...settings, `stateDir=${folderOf(t, {})}`])
  await act(one, 'ledger', 'pause')
  await until(async () => (await send(two, 'relay', 'relayed')).status === 503)
  const before = hop.requests.length
  for (const node of [one, two]) t.is((await send(node, 'store', 'stored')).status, 202)
  await waits(two, 2)
  t.is(hop.requests.length, before)
  await act(two, 'ledger', 'resume')
  await until(() => hop.requests.length === before + 2)
  await until(async () => (await send(one, 'relay', 'relayed')).status === 200)
})
