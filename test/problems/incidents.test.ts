/** Each problem of docs/incidents.md has a section there, is made to happen, and ends when its cause does. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import { PROBLEM_NAMES, type ProblemName } from '../../src/operate/problems/problem.js'
import { clock } from '../../src/operate/problems/sources/clock.js'
import { journalKept } from '../../src/operate/problems/sources/journal.js'
import { memory } from '../../src/operate/problems/sources/memory.js'
import { nodeState } from '../../src/operate/problems/sources/node-state.js'
import { queueAvailable } from '../../src/operate/problems/sources/queue-available.js'
import { queueLoad } from '../../src/operate/problems/sources/queue-load.js'
import { QueueReadings } from '../../src/operate/problems/sources/queue-readings.js'
import { QUEUE_BOUNDS } from '../../src/store/queue/bounds.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { imapServer } from '../support/mail/imap-server.js'
import { problemNode } from '../support/nodes/problem-node.js'
import { ownRedis } from '../support/redis/redis.js'
import { issue } from '../support/security/issue.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { answering, withEnvelope } from '../support/wire/answering.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'
import { ask } from '../support/wire/wire.js'

const PAGE = readFileSync(
  fileURLToPath(new URL('../../../docs/incidents.md', import.meta.url)),
  'utf8',
)
const DAY = 86_400_000

test('every problem has a section of its name, and one that stops acceptance is marked', (t) => {
  const sections = [...PAGE.matchAll(/^### ([a-z-]+)\n\n(.*)$/gm)]
  t.deepEqual(
    sections.map(([, name]) => name),
    [...PROBLEM_NAMES],
  )
})

test('the page that links of alerts lead to has an anchor for every problem', (t) => {
  const html = readFileSync(
    fileURLToPath(new URL('../../console/incidents.html', import.meta.url)),
    'utf8',
  )
  for (const name of PROBLEM_NAMES) t.true(html.includes(`id="${name}"`), name)
})

/** Makes each happen, and has it end. Undefined: where it is found has tests of its own. */
const INCIDENTS: Readonly<
  Record<ProblemName, ((t: ExecutionContext) => Promise<unknown>) | undefined>
> = {
  'not-started': async (t) => {
    const redis = `redis://127.0.0.1:${await freePort()}`
    const settings = [`queue.url=${redis}`, 'queue.waitAtStart=true']
    const node = await problemNode(t, settings, {}, false)
    t.true((await node.found('not-started')).stopsAcceptance)
    const ready = await node.get('/health/ready')
    t.is(ready.status, 503)
    await node.daemon.stop()
  },
  stopping: async (t) => {
    const held: ServerResponse[] = []
    const partner = await answering(t, (response) => void held.push(response))
    const settings = [`routes=[{"to":"${partner.url}"}]`, 'shutdown.deadline=30s']
    const node = await problemNode(t, settings)
    const waiting = ask(node.url, soap11(ADD))
    await until(() => held.length === 1)
    const stopped = node.daemon.stop()
    const ready = await node.get('/health/ready')
    t.is(ready.status, 503)
    t.regex(await ready.text(), /"name":"stopping"/)
    for (const response of held) withEnvelope(soap11(''))(response)
    await Promise.all([stopped, waiting])
  },
  'not-listening': async (t) => {
    let listening = ['http://127.0.0.1:1']
    const source = nodeState(() => ({ started: true, listeners: [{ name: 'http', listening }] }))
    t.deepEqual(await source.find(), [])
    listening = []
    t.like((await source.find())[0], { name: 'not-listening', stopsAcceptance: true })
  },
  'queue-unavailable': async (t) => {
    const redis = await ownRedis()
    t.teardown(() => redis.close())
    const node = await problemNode(t, [`queue.url=${redis.url}`])
    await redis.kill()
    t.like(await node.found('queue-unavailable'), { stopsAcceptance: true, shared: true })
    t.is((await node.get('/health/ready')).status, 503)
    await redis.start()
    await node.gone('queue-unavailable')
    await until(async () => (await node.get('/health/ready')).status === 200)
    // Another process answers now.
    t.like(await node.found('redis-in-doubt'), { severity: 'warning', stopsAcceptance: false })
  },
  'queue-full': async (t) => {
    const settings = [
      `stateDir=${folderOf(t, {})}`,
      `routes=[{"to":"http://127.0.0.1:${await freePort()}/","mode":"store"}]`,
      'queue.maxDepth=1',
    ]
    const node = await problemNode(t, settings)
    await node.post('/api/queue/pause')
    await ask(node.url, soap11(ADD))
    // It is nearly full first.
    await until(async () => (await node.found('queue-full')).severity === 'error')
    t.is((await node.found('queue-full')).waiting, 1)
    t.is((await node.get('/health/ready')).status, 200)
  },
  'queue-paused': async (t) => {
    const node = await problemNode(t)
    await node.post('/api/queue/pause')
    t.like(await node.found('queue-paused'), { severity: 'warning', shared: true })
    await node.post('/api/queue/resume')
    await node.gone('queue-paused')
  },
  'jobs-not-run': async (t) => {
    const queue = await openSqlite()
    t.teardown(() => queue.close())
    const worker = { probe: () => new Promise<void>(() => undefined), close: async () => undefined }
    const now = { queue: () => queue, worker: () => worker }
    const [found] = await queueAvailable(new QueueReadings(now, 5_000)).find()
    t.like(found, { name: 'jobs-not-run', stopsAcceptance: true })
  },
  'redis-in-doubt': async (t) => {
    const redis = await ownRedis()
    t.teardown(() => redis.close())
    const node = await problemNode(t, [`queue.url=${redis.url}`])
    await until(() => node.log.some(({ msg }) => msg === 'queue opened'))
    const client = new Redis(redis.url)
    t.teardown(() => client.disconnect())
    // Its watch has to have seen the data that are lost.
    await until(async () => (await client.keys('*marker')).length > 0)
    await client.flushall()
    t.like(await node.found('redis-in-doubt'), { severity: 'error', shared: true })
  },
  'disk-full': async (t) => {
    const settings = [`stateDir=${folderOf(t, {})}`, 'queue.minFree=1TiB']
    const node = await problemNode(t, settings)
    t.like(await node.found('disk-full'), { severity: 'error', subject: node.stateDir })
    t.like(await node.found('queue-unavailable'), { stopsAcceptance: true })
    t.is((await node.get('/health/ready')).status, 503)
  },
  'spool-failing': async (t) => {
    const folder = join(folderOf(t, {}), 'spool')
    mkdirSync(folder)
    const plugin = join(folderOf(t, { 'p.mjs': TAKES_ATTACHMENTS }), 'p.mjs')
    const node = await problemNode(t, [`plugins=["${plugin}"]`, `attachments.folder=${folder}`])
    t.is((await node.get('/health/ready')).status, 200)
    rmSync(folder, { recursive: true })
    t.like(await node.found('spool-failing'), { stopsAcceptance: true })
    mkdirSync(folder)
    await node.gone('spool-failing')
  },
  'journal-failing': async (t) => {
    let [lost, now] = [0, 0]
    const source = journalKept({ stats: async () => ({ lost }) }, () => now)
    t.deepEqual(await source.find(), [])
    lost = 3
    t.regex((await source.find())[0]?.summary ?? '', /3 events could not be kept/)
    now = 300_000
    t.deepEqual(await source.find(), [])
  },
  'evidence-failing': async (t) => {
    const { pem, keyPem } = issue({ subject: 'CN=node' })
    const files = folderOf(t, { 'own.pem': pem, 'own.key': keyPem })
    const folder = join(files, 'evidence')
    const node = await problemNode(t, [
      `security.certificate=${join(files, 'own.pem')}`,
      `security.key=${join(files, 'own.key')}`,
      `security.evidence.folder=${folder}`,
      `security.peers={"bank":{"signs":{"certificates":["${join(files, 'own.pem')}"]}}}`,
      'security.policies=[{"name":"kept","require":["non-repudiation"]}]',
    ])
    t.is((await node.get('/health/ready')).status, 200)
    renameSync(folder, `${folder}.away`)
    writeFileSync(folder, 'no folder')
    t.like(await node.found('evidence-failing'), { stopsAcceptance: true })
    rmSync(folder)
    renameSync(`${folder}.away`, folder)
    await node.gone('evidence-failing')
  },
  'destination-down': async (t) => {
    const down = await freePort()
    const node = await problemNode(t, [
      `destinations={"bank":{"url":"http://127.0.0.1:${down}/","breaker":{"failures":2,"pause":"1s"}}}`,
      'routes=[{"to":"bank","mode":"store"}]',
      'queue.retry={"attempts":100,"delay":"10ms","maxDelay":"20ms","timeLimit":"5s"}',
    ])
    for (let index = 0; index < 3; index += 1) await ask(node.url, soap11(ADD))
    const problem = await node.found('destination-down')
    t.like(problem, { subject: 'bank', severity: 'error', page: '#/topology' })
    t.regex(problem.examples?.[0] ?? '', /ECONNREFUSED/)
    await until(async () => ((await node.found('destination-down')).waiting ?? 0) === 3)
    t.true(((await node.found('destination-down')).oldest ?? 0) > 0)
    const back = createServer((_, response) => response.writeHead(202).end())
    t.teardown(() => void back.close())
    back.listen(down, '127.0.0.1')
    await node.gone('destination-down')
  },
  'destination-paused': async (t) => {
    const node = await problemNode(t, ['destinations={"bank":{"url":"http://127.0.0.1:9/"}}'])
    await node.post('/api/destinations/bank/pause')
    t.like(await node.found('destination-paused'), { subject: 'bank', shared: true })
    await node.post('/api/destinations/bank/resume')
    await node.gone('destination-paused')
  },
  'dead-letters': async (t) => {
    const node = await problemNode(t, [
      `routes=[{"to":"http://127.0.0.1:${await freePort()}/","mode":"store"}]`,
      'queue.retry={"attempts":1,"delay":"1ms","maxDelay":"1ms","timeLimit":"5s"}',
    ])
    for (let index = 0; index < 3; index += 1) await ask(node.url, soap11(ADD))
    await until(async () => (await node.found('dead-letters')).waiting === 3)
    const { subject, examples, shared } = await node.found('dead-letters')
    t.regex(subject ?? '', /Add to http:\/\/127\.0\.0\.1:\d+\/: .*ECONNREFUSED/)
    t.is(examples?.length, 3)
    t.true(shared)
    const { jobs }: { jobs: readonly { id: string }[] } = JSON.parse(
      await (await node.get('/api/dead')).text(),
    )
    for (const { id } of jobs) await node.post(`/api/dead/${id}/remove`)
    await node.gone('dead-letters')
  },
  backlog: async (t) => {
    const queue = await openSqlite()
    t.teardown(() => queue.close())
    const stats = await queue.admin.stats()
    const old = { ...stats, waiting: 7, oldest: 61_000 }
    const readings = { now: { queue: () => queue }, stats: async () => old }
    const bounds = { ...QUEUE_BOUNDS, maxDepth: 100, maxBytes: 0 }
    const source = queueLoad(readings, bounds, 80)
    t.like((await source.find())[0], { name: 'backlog', waiting: 7, oldest: 61_000 })
  },
  'certificate-expired': async (t) => certificate(t, -1, 'certificate-expired'),
  'certificate-expiring': async (t) => certificate(t, 10, 'certificate-expiring'),
  'mailbox-not-read': async (t) => {
    let refuses = true
    const server = await imapServer({
      refuse: (command) => refuses && /^LOGIN|^AUTH/i.test(command),
    })
    t.teardown(() => server.close())
    const node = await problemNode(t, [
      'smtp.enabled=true',
      'smtp.domains=["bus.example"]',
      `smtp.mailbox={"url":"${server.url}","user":"me","password":"secret"}`,
    ])
    const problem = await node.found('mailbox-not-read')
    t.like(problem, { subject: `me at 127.0.0.1:${server.port}`, stopsAcceptance: false })
    t.regex(problem.summary, /refuses the login/)
    t.false(JSON.stringify(problem).includes('secret'))
    refuses = false
    await node.gone('mailbox-not-read')
  },
  'clock-changed': async (t) => {
    let [wall, steady] = [1_000_000, 0]
    const source = clock({ wall: () => wall, steady: () => steady })
    wall += 2_000
    steady += 1_000
    t.deepEqual(await source.find(), [])
    wall += 3_600_000
    t.regex((await source.find())[0]?.summary ?? '', /jumped by 60 minutes forward/)
    wall -= 60_000
    t.regex((await source.find())[0]?.summary ?? '', /jumped by 60 seconds back/)
    steady += 900_001
    wall += 900_001
    t.deepEqual(await source.find(), [])
  },
  'event-loop-held': undefined,
  'memory-near-limit': async (t) => {
    const source = memory(() => [{ what: 'the heap', used: 95, limit: 100 }])
    await source.find()
    t.like((await source.find())[0], { name: 'memory-near-limit', subject: 'the heap' })
  },
}

const TAKES_ATTACHMENTS = `export default () => ({
  operations: [{ name: '{urn:p}Run', mtom: true, invoke: () => ({}) }],
})
`

async function certificate(t: ExecutionContext, days: number, name: ProblemName): Promise<void> {
  const until = (end: number) => new Date(Date.now() + end * DAY)
  const bank = (end: number) =>
    issue({ subject: 'CN=bank', from: until(-100), until: until(end) }).pem
  const file = join(folderOf(t, { 'bank.pem': bank(days) }), 'bank.pem')
  const node = await problemNode(t, [
    `security.peers={"bank":{"signs":{"certificates":["${file}"]}}}`,
  ])
  t.like(await node.found(name), { subject: `CN=bank in ${file}`, page: '#/peers' })
  writeFileSync(file, bank(100))
  await node.gone(name)
}

for (const [name, happen] of Object.entries(INCIDENTS)) {
  if (happen) test(`${name} is made to happen`, happen)
}
