/** `npm run bench -- keys [exchanges]`: a search by a business key over three nodes that each have so many exchanges in journals of their own, and what keys take. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ExchangeEnded } from '../src/message/events/events.js'
import { newId } from '../src/message/exchange-id.js'
import type { ExchangesView, ExchangeView } from '../src/operate/admin/api.js'
import { hashOf } from '../src/security/password.js'
import { SqliteJournal } from '../src/store/journal/sqlite/journal.js'
import { cleanEnvironment, MAIN } from '../test/support/nodes/cli.js'
import { freePort } from '../test/support/redis/redis.js'
import { Targets } from './measure.js'
import { serveIn } from './targets.js'

const ALL = Number(process.argv[2] ?? 1_000_000)
const NODES = 3
const TIMES = 5
/** Events that are recorded in one turn, and milliseconds between two of them. */
const BURST = 500
const PAUSE = 5
/** Milliseconds for a node to start, whatever else the machine does. */
const PATIENCE = 120_000
/** Exchanges by which the sizes of an entry are compared. */
const SAMPLE = 100_000

const run = promisify(execFile)
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const order = (n: number) => `ORD-${String(n).padStart(9, '0')}`
const trace = (n: number) => n.toString(16).padStart(32, '0')

function exchange(n: number, node: number, keyed: boolean): ExchangeEnded {
  return {
    event: 'exchange',
    exchange: newId(),
    messageId: `urn:uuid:${newId()}`,
    traceId: trace(n),
    transport: node === 1 ? 'smtp' : 'http',
    peer: `192.0.2.${n % 200}`,
    soap: '1.1',
    operation: '{urn:example:ledger}Record',
    outcome: 'reply',
    role: node === NODES - 1 ? 'ultimate-receiver' : 'intermediary',
    bytes: 1234,
    ms: 0.6,
    ...(keyed && {
      keys: [
        { name: 'mrn', value: `24DE${randomBytes(7).toString('hex').toUpperCase()}` },
        { name: 'order', value: order(n) },
        { name: 'site', value: n % 2 === 0 ? 'HH' : 'HB' },
      ],
    }),
  }
}

/** @returns bytes of an entry */
async function fill(stateDir: string, node: number, count: number, keyed = true): Promise<number> {
  const bounds = { retention: 7 * 86_400_000, maxBytes: 4 * 1024 ** 3, minFree: 0 }
  const journal = new SqliteJournal({ node: `urn:node:${node}`, stateDir, ...bounds }, console)
  try {
    for (let n = 0; n < count; n += BURST) {
      for (let at = n; at < Math.min(n + BURST, count); at += 1)
        journal.record(exchange(at, node, keyed))
      await sleep(PAUSE)
      // A disk that is slower than this is waited for: nothing is to be lost.
      if (n % (BURST * 20) === 0) await journal.stats()
    }
    const { entries, bytes, lost } = await journal.stats()
    say(`node ${node}: ${entries} entries, ${Math.round(bytes / 1024 ** 2)} MiB, ${lost} lost`)
    return bytes / entries
  } finally {
    await journal.close()
  }
}

async function timed(what: string, work: () => Promise<number>): Promise<void> {
  const took: number[] = []
  let found = 0
  for (let n = 0; n < TIMES; n += 1) {
    const began = performance.now()
    found = await work()
    took.push(Math.round(performance.now() - began))
  }
  const times = took.toSorted((one, other) => one - other).join(' ')
  say(`${what}: ${found} found, ${times} ms (load ${loadavg()[0]?.toFixed(0)})`)
}

const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
const stateDirs = Array.from({ length: NODES }, (_, node) => join(folder, `${node}`))
const processes = new Targets()
try {
  const count = Math.min(SAMPLE, ALL)
  const plain = await fill(join(folder, 'plain'), 0, count, false)
  const keyed = await fill(join(folder, 'keyed'), 0, count)
  say(`an entry takes ${plain.toFixed(0)} bytes, and ${keyed.toFixed(0)} with three keys`)
  for (const [node, stateDir] of stateDirs.entries()) await fill(stateDir, node, ALL)

  const token = randomBytes(16).toString('hex')
  const operators = `admin.operators={bench: {token: '${hashOf(token)}'}}`
  const ports = await Promise.all(stateDirs.map(() => freePort()))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const others = urls.slice(1).map((url, at) => ({ name: `node${at + 1}`, url, token }))
  const settings = (node: number) => [
    `node.uri=urn:node:${node}`,
    `admin.port=${ports[node]}`,
    operators,
    'smtp.enabled=false',
    'journal.maxBytes=4GiB',
    'log.level=warn',
    ...(node === 0 ? [`journal.nodes=${JSON.stringify(others)}`] : []),
  ]
  for (const [node, stateDir] of stateDirs.entries())
    await processes.start({
      name: `node ${node}`,
      command: serveIn(stateDir, settings(node)),
      patience: PATIENCE,
    })

  const ask = async <View>(path: string): Promise<View> => {
    const response = await fetch(`${urls[0]}/api/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const view: View = JSON.parse(await response.text())
    return view
  }
  const byKey = async (key: string) => {
    const { entries, away } = await ask<ExchangesView>(`exchanges?key=${key}`)
    if (away.length > 0) throw new Error(JSON.stringify(away))
    return entries.length
  }
  const path = async (id: string) => (await ask<ExchangeView>(`exchanges/${id}`)).path.length
  await timed('a new order', () => byKey(`order:${order(ALL - 10)}`))
  await timed('an old order', () => byKey(`order:${order(10)}`))
  await timed('an order, by its number alone', () => byKey(order(ALL / 2)))
  await timed('an order that does not occur', () => byKey('ORD-none'))
  await timed('the newest 100 of a site', () => byKey('site:HH'))
  await timed('the conversation of an order, by its trace', () => path(trace(10)))
  const options = [`stateDir=${stateDirs[0]}`, ...settings(0)].flatMap((one) => ['--set', one])
  await timed('waybill find, the whole command', async () => {
    const found = await run(process.execPath, [MAIN, 'find', order(10), ...options], {
      env: cleanEnvironment(),
    })
    return found.stdout.split('└─').length - 1
  })
} finally {
  await processes.stop()
  rmSync(folder, { recursive: true, force: true })
}
