/** Kills at random moments under load: the node, its Redis, both; nothing acknowledged is lost. */
import test, { type ExecutionContext } from 'ava'
import { cli } from '../support/nodes/cli.js'
import { type OwnRedis, ownRedis } from '../support/redis/redis.js'
import { Load } from './load.js'
import { now, pause, type Span } from './moments.js'
import { type FaultNode, faultNode } from './node.js'
import { LONG, random, SEED } from './run.js'
import { testUnless } from './tools.js'
import { verdict } from './verdict.js'

const ROUNDS = LONG ? 60 : 8
const WITH_REDIS = LONG ? 20 : 3
const CALLERS = 16
/** Jobs at once, so that each kill meets some that run. */
const RUNNING = 10
/** Milliseconds within which a node that was just started is killed again: it takes about so long. */
const START = 900

const title = (t: ExecutionContext) => `${SEED}-${t.title.replace(/\W+/g, '-')}`

test.serial('kills of a node with the embedded queue', async (t) => {
  const chance = random(t.title)
  const node = faultNode(t, { settings: [`queue.concurrency=${RUNNING}`] })
  const load = new Load(title(t), CALLERS)
  t.teardown(() => load.stop())
  load.aim((await node.start()).url)
  const rounds = { underLoad: 0, duringStart: 0, twice: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    await load.progress(1 + chance.below(300))
    await pause(chance.below(40))
    load.hold()
    await node.kill()
    rounds.underLoad += 1
    // Each kind comes in the short form, too.
    const kind = round < 3 ? round : chance.below(4)
    if (kind === 1) {
      await node.stillborn(chance.below(START))
      rounds.duringStart += 1
    }
    if (kind === 2) {
      await node.stillborn(chance.below(START))
      await node.stillborn(chance.below(START))
      rounds.twice += 1
    }
    load.aim((await node.start()).url)
  }
  await load.progress(100)
  await load.stop()
  const figures = { rounds, kills: node.kills.length }
  await verdict(t, load, node.effects, node.daemon.url, figures, node.kills)
  // At each kill no more jobs ran than may run at once.
  t.true(node.effects.doubled.length <= node.kills.length * RUNNING)
  await whole(t, node)
  t.is(await node.daemon.stop(), 0)
})

test.serial('kills of a node and its Redis', (t) => killing(t, ['node', 'redis', 'both']))

// What a living node has done while Redis was away, it does not do again: nothing is excused.
testUnless(
  LONG ? undefined : 'it is part of the long form',
  'kills of Redis under a node that lives',
  (t) => killing(t, ['redis'], true),
)

type Kill = 'node' | 'redis' | 'both'

/** In the short form each kind of kill comes once at least. */
async function killing(t: ExecutionContext, kinds: readonly Kill[], strict = false): Promise<void> {
  const redis = await ownRedis(['--appendfsync', 'always'])
  t.teardown(() => redis.close())
  const node = faultNode(t, { settings: [`queue.url=${redis.url}`] })
  const chance = random(t.title)
  const load = new Load(title(t), CALLERS)
  t.teardown(() => load.stop())
  load.aim((await node.start()).url)
  const excuses: Span[] = []
  for (let round = 0; round < WITH_REDIS; round += 1) {
    const kind = kinds[round] ?? chance.pick(kinds)
    await load.progress(1 + chance.below(300))
    await pause(chance.below(40))
    const from = now()
    if (kind !== 'redis') load.hold()
    await Promise.all(killed(kind, node, redis))
    if (kind !== 'node') await redis.start()
    if (kind !== 'redis') load.aim((await node.start()).url)
    if (!strict) excuses.push({ from, to: now() })
  }
  await load.progress(100)
  await load.stop()
  await verdict(t, load, node.effects, node.daemon.url, { rounds: WITH_REDIS }, excuses)
  t.is(await node.daemon.stop(), 0)
}

function killed(kind: Kill, node: FaultNode, redis: OwnRedis) {
  return [...(kind === 'redis' ? [] : [node.kill()]), ...(kind === 'node' ? [] : [redis.kill()])]
}

/** `waybill queue check` finds nothing. */
async function whole(t: ExecutionContext, { stateDir }: FaultNode): Promise<void> {
  const { code, out, err } = await cli(['queue', 'check', '--set', `stateDir=${stateDir}`])
  t.is(code, 0, `${out}${err}`)
}
