/** Calls with identities, sent again and again over two nodes that are killed: each runs once, and each caller gets its outcome. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { ownRedis } from '../support/redis/redis.js'
import { type Broken, brokenWithin } from './broken-node.js'
import { Callers } from './identified-callers.js'
import { type Death, type RunOfCall, type Verdict, verdictOf } from './identified-history.js'
import { IDENTIFIED_PLUGIN } from './identified-plugin.js'
import { now, pause } from './moments.js'
import { type FaultNode, faultNode } from './node.js'
import { LONG, random, SEED } from './run.js'
import { say } from './verdict.js'

const CALLS = LONG ? 10_000 : 300
/** Calls between two kills. */
const BETWEEN = LONG ? 250 : 80
const CALLERS = 12

interface Campaign {
  readonly calls: number
  readonly between: number
  readonly settings: readonly string[]
  readonly stateDir?: string
  readonly broken?: Broken
}

async function campaign(
  t: ExecutionContext,
  { calls, between, settings, stateDir, broken }: Campaign,
): Promise<Verdict> {
  const chance = random(t.title)
  const file = join(folderOf(t, {}), 'runs.jsonl')
  const plugin = folderOf(t, { 'effects.mjs': IDENTIFIED_PLUGIN })
  const nodes = ['one', 'other'].map((name) =>
    faultNode(t, {
      settings: [`node.uri=urn:node:${name}`, 'limits.operationTime=20s', ...settings],
      file,
      plugin,
      ...(stateDir !== undefined && { stateDir }),
      ...(broken && { within: brokenWithin(broken) }),
    }),
  )
  for (const node of nodes) await node.start()
  const urls = new Map(nodes.map((node) => [node, node.daemon.url]))
  const callers = new Callers(() => [...urls.values()], chance, CALLERS)
  const deaths: Death[] = []
  const began = now()
  let over = false
  const calling = callers.call(`${SEED}`, calls, CALLERS).finally(() => {
    over = true
  })
  const killing = (async () => {
    for (let next = between; next < calls && !over; next += between) {
      while (callers.calls < next && !over) await pause(5)
      if (!over) deaths.push(await killed(chance.pick(nodes), urls))
    }
  })()
  await Promise.all([calling, killing])
  const { sendings, lateness } = callers
  const verdict = verdictOf({ sendings, runs: runsIn(file), deaths, lateness })
  const heard: Record<string, number> = {}
  for (const one of sendings) heard[one.heard] = (heard[one.heard] ?? 0) + 1
  say(t, {
    calls,
    seconds: Math.round((now() - began) / 1_000),
    sendings: sendings.length,
    heard,
    runs: runsIn(file).length,
    kills: deaths.length,
    again: verdict.again,
    longest: Math.round(verdict.longest),
    lateness: Math.round(lateness),
    breaches: verdict.breaches.length,
  })
  return verdict
}

async function killed(node: FaultNode, urls: Map<FaultNode, string>): Promise<Death> {
  const pid = node.daemon.process.pid ?? 0
  await node.kill()
  const [span] = node.kills.slice(-1)
  urls.set(node, (await node.start()).url)
  return { pid, from: span?.from ?? 0, to: span?.to ?? 0 }
}

interface Line {
  readonly id: string
  readonly run: string
  readonly phase: 'begun' | 'returned' | 'threw'
  readonly pid: number
  readonly at: number
}

function runsIn(file: string): readonly RunOfCall[] {
  const lines: readonly Line[] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line))
  const ends = new Map(lines.flatMap((one) => (one.phase === 'begun' ? [] : [[one.run, one]])))
  return lines
    .filter(({ phase }) => phase === 'begun')
    .map(({ id, run, pid, at: begun }) => {
      const end = ends.get(run)
      const how = end?.phase === 'threw' ? ('threw' as const) : ('returned' as const)
      return { id, run, pid, begun, ended: end && { at: end.at, how } }
    })
    .toSorted((one, other) => one.begun - other.begun)
}

const stateDirOf = (t: ExecutionContext) => join(folderOf(t, {}), 'state')

test.serial('calls with identities on one file, by two processes that are killed', async (t) => {
  const verdict = await campaign(t, {
    calls: CALLS,
    between: BETWEEN,
    settings: [],
    stateDir: stateDirOf(t),
  })
  t.deepEqual(verdict.breaches, [])
})

test.serial('calls with identities on Redis, by two nodes that are killed', async (t) => {
  const redis = await ownRedis(['--appendfsync', 'always'])
  t.teardown(() => redis.close())
  const settings = [`queue.url=${redis.url}`]
  const verdict = await campaign(t, { calls: CALLS, between: BETWEEN, settings })
  t.deepEqual(verdict.breaches, [])
})

const BROKEN: Readonly<Record<string, Broken>> = {
  'nothing is claimed': {
    file: 'src/path/once/claim.js',
    text: 'parts.queue.begin(runOf(judged, claimed, exchange))',
    replacement: '({ run: { end: async () => undefined } })',
  },
  'an outcome is written nowhere': {
    file: 'src/path/direct/run-once.js',
    text: 'run.end(resultOf(ran.outcome, verified), options)',
    replacement: 'undefined',
  },
  'the claim of a run is open to all processes': {
    file: 'src/store/queue/sqlite/claims.js',
    text: 'const run = job.claim ? runClaiming(tx, job.claim) : runOf(tx, job.id);',
    replacement:
      "const run = undefined; tx.sql('UPDATE run SET claim = NULL WHERE claim = ?').run(job.claim ?? null);",
  },
}

for (const [name, broken] of Object.entries(BROKEN)) {
  test.serial(`it is noticed that ${name}`, async (t) => {
    const settings = ['limits.operationTime=2s']
    const verdict = await campaign(t, {
      calls: 60,
      between: 40,
      settings,
      stateDir: stateDirOf(t),
      broken,
    })
    t.true(verdict.breaches.length > 0)
  })
}
