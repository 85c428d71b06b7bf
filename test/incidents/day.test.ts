/** A day of incidents: each is made to happen at a real node, and the table says what shows it, after how many seconds. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { sentinels } from '../support/redis/replicated.js'
import { issue } from '../support/security/issue.js'
import { startWebhook } from '../support/webhook.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'
import { ask } from '../support/wire/wire.js'
import { goneAfter, picture, SURFACES, shownAfter, type Watched, watch } from './surfaces.js'

/** Minutes that the partner is down. */
const MINUTES = Number(process.env.INCIDENT_MINUTES ?? '0.5')
const DAY = 86_400_000
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

const rows: string[] = []

interface Incident {
  readonly title: string
  readonly name: string
  /** Ends the cause. */
  readonly fix?: () => unknown
  /** Surfaces that cannot show it here. */
  readonly without?: readonly string[]
}

async function incident(
  t: ExecutionContext,
  watched: Watched,
  { title, name, fix, without = [] }: Incident,
): Promise<void> {
  const shown = await shownAfter(watched, name)
  await picture(watched, name)
  const ready = (await watched.daemon.admin('/health/ready')).status
  for (const [surface, seconds] of Object.entries(shown)) {
    if (without.includes(surface)) continue
    t.true(seconds >= 0, `${name}: ${surface} does not show it`)
  }
  await fix?.()
  const gone = fix ? String(await goneAfter(watched, name)) : '-'
  const cells = Object.keys(SURFACES).map((surface) => shown[surface])
  rows.push(`| ${title} | \`${name}\` | ${ready} | ${cells.join(' | ')} | ${gone} |`)
}

test.after.always(() => {
  const titles = Object.keys(SURFACES).join(' | ')
  console.log(`| incident | problem | ready | ${titles} | over |`)
  console.log(`| --- | --- | --- | ${'--- | '.repeat(Object.keys(SURFACES).length)}--- |`)
  for (const row of rows) console.log(row)
})

async function started(
  t: ExecutionContext,
  settings: readonly string[],
  within: readonly string[] = [],
): Promise<Watched> {
  const hook = await startWebhook(t)
  const daemon: RunningDaemon = await startDaemon(
    [
      `alerts.webhook={"url":"${hook.url}"}`,
      'node.uri=urn:example:day',
      'smtp.enabled=false',
      ...settings,
    ],
    [],
    'listening',
    within,
  )
  t.teardown(() => daemon.stop())
  return watch(t, daemon, hook)
}

async function listenOn(port: number, status: number): Promise<Server> {
  const server = createServer((_, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

test('a partner is down', async (t) => {
  const port = await freePort()
  const watched = await started(t, [
    `stateDir=${folderOf(t, {})}`,
    `destinations={"bank":{"url":"http://127.0.0.1:${port}/","breaker":{"failures":3,"pause":"5s"}}}`,
    'routes=[{"to":"bank","mode":"store"}]',
  ])
  const { daemon } = watched
  const sending = setInterval(() => {
    ask(daemon.url, soap11(ADD)).catch((error: unknown) => t.log(error))
  }, 500)
  await incident(t, watched, {
    title: `partner down for ${MINUTES} minutes`,
    name: 'destination-down',
    fix: async () => {
      await new Promise((resolve) => setTimeout(resolve, MINUTES * 60_000))
      await picture(watched, 'destination-down-after')
      clearInterval(sending)
      const back = await listenOn(port, 202)
      t.teardown(() => void back.close())
    },
  })
})

test('a certificate ends tomorrow', async (t) => {
  const bank = (days: number) =>
    issue({ subject: 'CN=bank', until: new Date(Date.now() + days * DAY) })
  const file = join(folderOf(t, { 'bank.pem': bank(100).pem }), 'bank.pem')
  const watched = await started(t, [
    `security.peers={"bank":{"signs":{"certificates":["${file}"]}}}`,
  ])
  writeFileSync(file, bank(1).pem)
  await incident(t, watched, {
    title: 'certificate ends tomorrow',
    name: 'certificate-expiring',
    fix: () => writeFileSync(file, bank(100).pem),
  })
})

test('a disk fills', async (t) => {
  const disk = join(folderOf(t, {}), 'disk')
  mkdirSync(disk)
  t.is(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]).status, 0, 'needs root')
  t.teardown(() => spawnSync('umount', ['-l', disk]))
  const watched = await started(t, [
    `stateDir=${join(disk, 'state')}`,
    'queue.minFree=16MiB',
    'queue={}',
  ])
  const full = join(disk, 'other')
  writeFileSync(full, Buffer.alloc(52 * 1024 ** 2))
  await incident(t, watched, {
    title: 'disk fills',
    name: 'disk-full',
    fix: () => rmSync(full),
  })
})

test('a plugin hangs', async (t) => {
  const folder = folderOf(t, {
    'hangs.mjs': `export default () => ({
  operations: [{ name: '{urn:h}Hang', exchange: 'one-way', invoke: () => {
    const until = Date.now() + 8000
    while (Date.now() < until) Math.sqrt(2)
  } }],
})
`,
  })
  const watched = await started(t, [`plugins=["${join(folder, 'hangs.mjs')}"]`])
  ask(watched.daemon.url, soap11('<h:Hang xmlns:h="urn:h"/>')).catch((error: unknown) =>
    t.log(error),
  )
  await incident(t, watched, { title: 'plugin hangs for 8 s', name: 'event-loop-held' })
})

test('3,000 dead letters of two causes', async (t) => {
  const refusing = await listenOn(0, 404)
  t.teardown(() => void refusing.close())
  const address = refusing.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const watched = await started(t, [
    `stateDir=${folderOf(t, {})}`,
    `routes=[{"operation":"{urn:x}One","to":"http://127.0.0.1:${port}/","mode":"store"},{"to":"http://127.0.0.1:${await freePort()}/","mode":"store"}]`,
    'queue.retry={"attempts":1,"delay":"1ms","maxDelay":"1ms","timeLimit":"5s"}',
  ])
  for (let index = 0; index < 3_000; index += 1) {
    const name = index % 2 === 0 ? 'One' : 'Two'
    await ask(watched.daemon.url, soap11(`<x:${name} xmlns:x="urn:x"/>`))
  }
  await incident(t, watched, {
    title: '3,000 dead letters of two causes',
    name: 'dead-letters',
    fix: async () => {
      let after: string | undefined
      do {
        const body = JSON.stringify({ filter: {}, after })
        const answer = await watched.daemon.admin('/api/dead/remove', {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        })
        const view: { readonly next?: string } = JSON.parse(await answer.text())
        after = view.next
      } while (after !== undefined)
    },
  })
})

test('Redis fails over', async (t) => {
  const redis = await sentinels()
  t.teardown(() => redis.close())
  const watched = await started(t, redis.settings)
  const master = await redis.master()
  await master.kill()
  await incident(t, watched, {
    title: 'Redis failover',
    name: 'redis-in-doubt',
  })
})

test('a peer floods', async (t) => {
  const watched = await started(t, [
    `stateDir=${folderOf(t, {})}`,
    `routes=[{"to":"http://127.0.0.1:${await freePort()}/","mode":"store"}]`,
    'queue.maxDepth=200',
  ])
  const { daemon } = watched
  const statuses = new Map<number, number>()
  const flood = async () => {
    for (let index = 0; index < 300; index += 1) {
      const { status } = await ask(daemon.url, soap11(ADD))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all([flood(), flood()])
  t.true((statuses.get(503) ?? 0) > 0)
  await incident(t, watched, { title: 'a peer floods a route that stores', name: 'queue-full' })
})

test('the clock jumps', async (t) => {
  t.true(existsSync(FAKETIME), `${FAKETIME} is missing: apt-get install libfaketime`)
  const file = join(folderOf(t, { time: '+0' }), 'time')
  const watched = await started(
    t,
    [],
    [
      'env',
      `LD_PRELOAD=${FAKETIME}`,
      'DONT_FAKE_MONOTONIC=1',
      `FAKETIME_TIMESTAMP_FILE=${file}`,
      'FAKETIME_NO_CACHE=1',
    ],
  )
  writeFileSync(file, '+3600')
  // The commands have the clock of the machine: their tickets have ended by that of the node.
  const without = ['waybill status', 'waybill doctor']
  await incident(t, watched, { title: 'clock jumps by an hour', name: 'clock-changed', without })
})
