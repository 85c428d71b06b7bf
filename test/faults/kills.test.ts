/** Kills at random moments under load: the node, its Redis, both; nothing acknowledged is lost. */
import test, { type ExecutionContext } from 'ava'
import { type OwnRedis, ownRedis } from '../support/redis.js'
import { Load } from './load.js'
import { type FaultNode, faultNode } from './node.js'
import { LONG, random, SEED } from './run.js'
import { verdict } from './verdict.js'

const KILLS = LONG ? 20 : 3
const CALLERS = 16

/** Kills and starts again, at moments and in an order that the seed gives. */
async function killing(t: ExecutionContext, node: FaultNode, redis?: OwnRedis) {
  const chance = random(t.title)
  const kills = { node: 0, redis: 0 }
  const load = new Load(`${SEED}-${t.title.replace(/\W+/g, '-')}`, CALLERS)
  t.teardown(() => load.stop())
  load.aim((await node.start()).url)
  // In the short form each kind comes once.
  const kinds = redis ? (['node', 'redis', 'both'] as const) : (['node'] as const)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const kind = kill < kinds.length ? kinds[kill] : chance.pick(kinds)
    await load.progress(1 + chance.below(300))
    await new Promise((resolve) => setTimeout(resolve, chance.below(40)))
    const killed: Promise<void>[] = []
    if (kind !== 'redis') {
      load.hold()
      killed.push(node.kill())
      kills.node += 1
    }
    if (redis && kind !== 'node') {
      killed.push(redis.kill())
      kills.redis += 1
    }
    await Promise.all(killed)
    if (kind !== 'node') await redis?.start()
    if (kind !== 'redis') load.aim((await node.start()).url)
  }
  await load.progress(100)
  await load.stop()
  await verdict(t, load, node.ledger, node.daemon.url, { kills })
  t.is(await node.daemon.stop(), 0)
}

test.serial('kills of a node with the embedded queue', async (t) => {
  await killing(t, faultNode(t, { settings: [] }))
})

test.serial('kills of a node and its Redis', async (t) => {
  const redis = await ownRedis(['--appendfsync', 'always'])
  t.teardown(() => redis.close())
  await killing(t, faultNode(t, { settings: [`queue.url=${redis.url}`] }), redis)
})
