/** `npm run bench -- journal [file|memory|redis]`: what 1,000,000 exchanges cost in a journal, and how long searches in it take. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExchangeEnded } from '../src/message/events/events.js'
import { newId } from '../src/message/exchange-id.js'
import type { Journal, JournalQuery } from '../src/store/journal/journal.js'
import { MemoryJournal } from '../src/store/journal/memory/journal.js'
import { RedisJournal } from '../src/store/journal/redis/journal.js'
import { SqliteJournal } from '../src/store/journal/sqlite/journal.js'
import { ownRedis } from '../test/support/redis/redis.js'

const ALL = 1_000_000
/** Events that are recorded in one turn, and milliseconds between two of them. */
const BURST = 500
const PAUSE = 5
const TIMES = 5
const MEBIBYTE = 1024 ** 2

const OPERATIONS = ['{urn:x}Add', '{urn:example:echo}Echo', '{urn:example:orders}Place']
const RARE = '203.0.113.77'

function exchange(n: number): ExchangeEnded {
  const failed = n % 50 === 0
  return {
    event: 'exchange',
    exchange: newId(),
    messageId: `urn:uuid:${newId()}`,
    traceId: newId().replaceAll('-', ''),
    transport: 'http',
    peer: n === ALL / 2 ? RARE : `192.0.2.${n % 200}`,
    destination: 'calculator',
    soap: '1.1',
    operation: OPERATIONS[n % OPERATIONS.length],
    outcome: failed ? 'fault' : 'reply',
    cause: failed ? 'The arguments do not match the schema.' : undefined,
    role: 'ultimate-receiver',
    bytes: 1234,
    answerLength: 345,
    blocks: n % 4 === 0 ? [{ name: '{urn:h}MessageID', did: 'own' }] : undefined,
    ms: 0.6,
  }
}

/** A journal that is empty, with bounds that nothing reaches. */
interface Target {
  readonly journal: Journal
  /** Bytes that it takes, for people. */
  size(): string
  close(): Promise<void>
}

const NODE = 'urn:node'
const bounds = { retention: 7 * 86_400_000, maxBytes: 1024 ** 3 }

async function openTarget(kind: string): Promise<Target> {
  if (kind === 'memory') {
    const journal = new MemoryJournal({ node: NODE, ...bounds })
    return { journal, size: () => 'in memory', close: async () => undefined }
  }
  if (kind === 'redis') {
    const redis = await ownRedis()
    const address = { url: redis.url, cluster: [], sentinels: [], sentinelName: 'mymaster' }
    const journal = new RedisJournal({ address, prefix: 'bench', ...bounds }, NODE, console)
    return { journal, size: () => 'in Redis', close: () => redis.close() }
  }
  const stateDir = mkdtempSync(join(tmpdir(), 'waybill-journal-'))
  const journal = new SqliteJournal({ node: NODE, stateDir, minFree: 0, ...bounds }, console)
  const size = () =>
    `file ${Math.round(statSync(join(stateDir, 'journal.db')).size / MEBIBYTE)} MiB`
  const close = async () => rmSync(stateDir, { recursive: true, force: true })
  return { journal, size, close }
}

const { journal, size, close } = await openTarget(process.argv[2] ?? 'file')
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const memory = () => `${Math.round(process.memoryUsage.rss() / MEBIBYTE)} MiB resident`

async function time(what: string, query: JournalQuery): Promise<void> {
  const took: number[] = []
  const before = process.cpuUsage()
  let found = 0
  for (let n = 0; n < TIMES; n += 1) {
    const began = performance.now()
    found = (await journal.search(query, 100)).entries.length
    took.push(Math.round(performance.now() - began))
  }
  const { user, system } = process.cpuUsage(before)
  const each = Math.round((user + system) / 1000 / TIMES)
  const load = loadavg()[0]?.toFixed(0)
  say(
    `${what}: ${found} found, ${took.toSorted((one, other) => one - other).join(' ')} ms; ${each} ms of processor time each (load ${load})`,
  )
}

try {
  const [early, late] = [exchange(1), exchange(2)]
  await journal.stats()
  let spent = 0
  const begun = process.cpuUsage()
  for (let n = 0; n < ALL; n += BURST) {
    const before = process.cpuUsage()
    const events = Array.from({ length: BURST }, (_, at) => exchange(n + at))
    const { user, system } = process.cpuUsage(before)
    spent += user + system
    for (const event of events) journal.record(event)
    if (n === ALL / 100) journal.record(early)
    await sleep(PAUSE)
    // A store that is slower than this is waited for: nothing is to be lost.
    if (n % (ALL / 100) === 0) await journal.stats()
    if ((n + BURST) % (ALL / 10) === 0) say(`${n + BURST} recorded, ${memory()}`)
  }
  journal.record(late)
  const { user, system } = process.cpuUsage(begun)
  say(`${((user + system - spent) / ALL).toFixed(2)} µs of processor time an exchange, all threads`)
  const { entries, bytes, lost } = await journal.stats()
  say(`${entries} entries, ${Math.round(bytes / MEBIBYTE)} MiB in use, ${size()}, ${lost} lost`)
  await time('the newest', {})
  await time('an old exchange', { id: early.exchange })
  await time('an old wsa:MessageID', { id: early.messageId })
  await time('a new exchange', { id: late.exchange })
  await time('an id that does not occur', { id: 'urn:uuid:none' })
  const [since, until] = [Date.now() - 30_000, Date.now() - 10_000]
  await time('operation, outcome and time', { operation: 'Echo', outcome: ['fault'], since, until })
  await time('a rare peer', { peer: RARE })
  await time('a peer that does not occur', { peer: '198.51.100.1' })
  await time('a cause that does not occur', { cause: 'none' })
} finally {
  await journal.close()
  await close()
}
