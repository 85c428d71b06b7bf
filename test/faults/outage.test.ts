/** A Redis that is gone for a while, under load: what was accepted waits, senders are told, all resumes. */
import test from 'ava'
import { until } from '../support/jobs.js'
import { ownRedis } from '../support/redis/redis.js'
import { ask } from './ask.js'
import { Load } from './load.js'
import { pause } from './moments.js'
import { faultNode } from './node.js'
import { LONG, SEED } from './run.js'
import { verdict } from './verdict.js'

const OUTAGE = LONG ? 15_000 : 3_000

test.serial('an outage of Redis', async (t) => {
  const redis = await ownRedis(['--appendfsync', 'always'])
  t.teardown(() => redis.close())
  const node = faultNode(t, {
    // One job at a time, so that there is always one that waits.
    settings: [`queue.url=${redis.url}`, 'queue.concurrency=1'],
  })
  const load = new Load(`${SEED}-outage`, 16)
  t.teardown(() => load.stop())
  const { url } = await node.start()
  const ready = async () => (await ask(node.health())).status
  t.is(await ready(), 200)
  load.aim(url)
  await load.progress(500)

  await redis.kill()
  const gone = Date.now()
  node.effects.read()
  const waiting = [...load.acknowledged.keys()].filter((id) => !node.effects.runs.has(id)).length
  t.true(waiting > 0, 'work that was accepted and waits')
  await load.refusals(16)
  const reported = Date.now() - gone
  t.is(await ready(), 503, 'readiness during the outage')
  await pause(OUTAGE - (Date.now() - gone))
  t.is(await ready(), 503, 'readiness at the end of the outage')
  await redis.start()
  const back = Date.now()
  await load.progress(500)
  const resumed = Date.now() - back
  // Messages are taken before the worker has its connection again.
  await until(async () => (await ready()) === 200)
  await load.stop()
  // Nothing has died: nothing may have come about twice.
  await verdict(t, load, node.effects, url, { outage: OUTAGE, waiting, reported, resumed })
  t.is(await node.daemon.stop(), 0)
})
