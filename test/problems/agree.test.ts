/** All that shows problems shows the same: the list, the API, readiness, log, alerts, metrics, status and the doctor. */
import test from 'ava'
import type { Problem } from '../../src/operate/problems/problem.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { readExposition } from '../support/metrics/exposition.js'
import { cli } from '../support/nodes/cli.js'
import { type ProblemNode, problemNode } from '../support/nodes/problem-node.js'
import { startWebhook, type Webhook } from '../support/webhook.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'
import { ask } from '../support/wire/wire.js'

/** What shows problems: each gives the names and subjects that it shows. A new one is a line here. */
const SURFACES: Readonly<
  Record<string, (node: ProblemNode, hook: Webhook) => Promise<readonly string[]>>
> = {
  'GET /api/problems': async (node) => (await node.problems()).map(nameOf),
  'GET /health/ready': async (node) => {
    const view: { problems: readonly Problem[] } = JSON.parse(
      await (await node.get('/health/ready')).text(),
    )
    return view.problems.map(nameOf)
  },
  log: async ({ log }) =>
    log.flatMap(({ problem, subject, msg }) =>
      typeof problem === 'string' && !String(msg).startsWith('over: ')
        ? [nameOf({ name: problem, subject })]
        : [],
    ),
  metrics: async (node) => {
    const metrics = readExposition(await (await node.get('/metrics')).text())
    const samples = metrics.get('waybill_problem')?.samples ?? []
    return samples.map(({ labels }) =>
      nameOf({ name: labels.get('name') ?? '', subject: labels.get('subject') || undefined }),
    )
  },
  'waybill status': async (node) => {
    const { out } = await cli(['status', '--json', ...whereIs(node)])
    const { problems }: { problems: readonly Problem[] } = JSON.parse(out)
    return problems.map(nameOf)
  },
  'waybill doctor': async (node) => {
    const { out } = await cli(['doctor', '--offline', '--json', ...whereIs(node)])
    const findings: readonly Finding[] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    return findings.flatMap(({ area, level, key }) =>
      area === 'node' && level !== 'ok' ? [key] : [],
    )
  },
  alerts: async (_, hook) =>
    hook.posted.map(({ json: { kind, subject } }) => nameOf({ name: String(kind), subject })),
}

type Finding = Readonly<Record<'area' | 'level' | 'key', string>>

const whereIs = ({ daemon, stateDir }: ProblemNode) => [
  ...['--set', `stateDir=${stateDir}`],
  ...['--url', `${daemon.console}`],
]

const nameOf = ({ name, subject }: { readonly name: string; readonly subject?: unknown }) =>
  subject === undefined ? name : `${name}: ${subject}`

test('a partner that is down, dead letters, a pause and a disk that fills are the same everywhere', async (t) => {
  const hook = await startWebhook(t)
  const down = await freePort()
  const settings = [
    `destinations={"down":{"url":"http://127.0.0.1:${down}/","breaker":{"failures":1,"pause":"1h"}}}`,
    'routes=[{"to":"down","mode":"store"}]',
    'queue.retry={"attempts":1,"delay":"1ms","maxDelay":"1ms","timeLimit":"5s"}',
    `alerts.webhook={"url":"${hook.url}"}`,
    // Less than is free, but more than a fifth of what may be used.
    'queue.minFree=1TiB',
  ]
  const node = await problemNode(t, settings, { alerts: { group: 100 } })
  await ask(node.url, soap11(ADD))
  await node.found('destination-down')
  await node.found('dead-letters')
  t.is((await node.post('/api/queue/pause')).status, 200)
  await node.found('queue-paused')
  const expected = [
    'dead-letters',
    'destination-down: down',
    `disk-full: ${node.stateDir}`,
    'queue-paused',
  ]
  const shortened = (shown: readonly string[]) =>
    [...new Set(shown.map((one) => one.replace(/^(dead-letters).*$/, '$1')))].toSorted()
  for (const [name, shows] of Object.entries(SURFACES)) {
    let shown: readonly string[] = []
    await until(async () => {
      shown = shortened(await shows(node, hook))
      return shown.length >= expected.length
    })
    t.deepEqual(shown, expected, name)
  }
  t.is((await node.get('/health/ready')).status, 200)
  t.is((await node.post('/api/queue/resume')).status, 200)
  await node.gone('queue-paused')
  await until(() =>
    hook.posted.some(({ json }) => json.kind === 'queue-paused' && json.state === 'resolved'),
  )
  t.true(
    node.log.some(({ problem, msg }) => problem === 'queue-paused' && /^over: /.test(`${msg}`)),
  )
})

test('a channel that comes with a reload gets what is wrong already, and what is over later', async (t) => {
  const hook = await startWebhook(t)
  const node = await problemNode(t, [], { alerts: { group: 100 } })
  t.is((await node.post('/api/queue/pause')).status, 200)
  await node.found('queue-paused')
  t.is(hook.posted.length, 0)
  await node.reload([`alerts.webhook={"url":"${hook.url}"}`])
  const { json } = await hook.post(0)
  t.like(json, { kind: 'queue-paused', state: 'firing' })
  await node.post('/api/queue/resume')
  t.like((await hook.post(1)).json, { kind: 'queue-paused', state: 'resolved' })
})

test('dead letters that lie there after a restart are sent, and over once none does', async (t) => {
  const hook = await startWebhook(t)
  const down = await freePort()
  const settings = [
    `stateDir=${folderOf(t, {})}`,
    `routes=[{"to":"http://127.0.0.1:${down}/","mode":"store"}]`,
    'queue.retry={"attempts":1,"delay":"1ms","maxDelay":"1ms","timeLimit":"5s"}',
  ]
  const before = await problemNode(t, settings)
  await ask(before.url, soap11(ADD))
  const { since } = await before.found('dead-letters')
  await before.daemon.stop()
  const node = await problemNode(t, [...settings, `alerts.webhook={"url":"${hook.url}"}`], {
    alerts: { group: 100 },
  })
  const { json } = await hook.post(0)
  t.like(json, { kind: 'dead-letters', state: 'firing', count: 1 })
  t.is((await node.found('dead-letters')).since, since)
})
