/** A replica takes over from the Redis that has the queue, under load: behind Sentinels, and in a Cluster of three. */
import test, { type ExecutionContext } from 'ava'
import { cluster, type Replicated, sentinels } from '../support/redis/replicated.js'
import { Load, pickUp } from './load.js'
import { now } from './moments.js'
import { faultNode } from './node.js'
import { SEED } from './run.js'
import { say, verdict } from './verdict.js'

/** Milliseconds in which everything must have come about. */
const SETTLED = 60_000

/** Milliseconds: what a replica may be behind its master, so that it is lost with it. */
const BEHIND = 1_000

async function loaded(t: ExecutionContext, made: Replicated) {
  t.teardown(() => made.close())
  const node = faultNode(t, { settings: made.settings })
  const load = new Load(`${SEED}-${t.title.replace(/\W+/g, '-')}`, 16)
  t.teardown(() => load.stop())
  const { url } = await node.start()
  load.aim(url)
  await load.progress(500)
  return { node, load, url }
}

async function handingOver(t: ExecutionContext, made: Replicated): Promise<void> {
  const { node, load, url } = await loaded(t, made)
  const begun = now()
  await made.handOver()
  await load.progress(500)
  const resumed = Math.round(now() - begun)
  await load.stop()
  await verdict(t, load, node.effects, url, { resumed })
  t.is(await node.daemon.stop(), 0)
}

async function killing(t: ExecutionContext, made: Replicated): Promise<void> {
  const { node, load, url } = await loaded(t, made)
  const master = await made.master()
  const killed = now()
  await master.kill()
  await load.refusals(1)
  await load.progress(500)
  const resumed = Math.round(now() - killed)
  await load.stop()
  const taken = [...load.acknowledged, ...load.answered]
  const lost = new Set(
    await node.effects.missing(
      taken.map(([id]) => id),
      SETTLED,
    ),
  )
  const ages = taken.filter(([id]) => lost.has(id)).map(([, { at }]) => Math.round(killed - at))
  await pickUp(load, url, SETTLED).catch(() => undefined)
  const { doubled } = node.effects
  say(t, { resumed, ...load.tally, missing: lost.size, ages, doubled: doubled.length })
  // What was acknowledged longer before, or after, is there.
  t.deepEqual(
    ages.filter((age) => age > BEHIND || age < -BEHIND),
    [],
  )
  t.deepEqual(load.wrong.slice(0, 5), [])
  t.is(await node.daemon.stop(), 0)
}

test.serial('Sentinels hand over in good order', async (t) => handingOver(t, await sentinels()))
test.serial('Sentinels replace a master that was killed', async (t) =>
  killing(t, await sentinels()),
)
test.serial('a Cluster hands over in good order', async (t) => handingOver(t, await cluster()))
test.serial('a Cluster replaces a master that was killed', async (t) => killing(t, await cluster()))
