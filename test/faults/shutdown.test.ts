/** SIGTERM under load: whoever has sent a message has its answer, no job is lost, and the end is orderly. */
import test, { type ExecutionContext } from 'ava'
import { ownRedis } from '../support/redis/redis.js'
import { Load } from './load.js'
import { type FaultNode, faultNode } from './node.js'
import { LONG, SEED } from './run.js'
import { verdict } from './verdict.js'

const STOPS = LONG ? 20 : 3

async function stopping(t: ExecutionContext, node: FaultNode): Promise<void> {
  const load = new Load(`${SEED}-${t.title.replace(/\W+/g, '-')}`, 16)
  t.teardown(() => load.stop())
  load.aim((await node.start()).url)
  for (let stop = 0; stop < STOPS; stop += 1) {
    await load.progress(200)
    const { daemon } = node
    daemon.process.kill('SIGTERM')
    // What is sent from here on may find nobody there; what was sent before must not.
    await daemon.logged(({ msg }) => String(msg).startsWith('stopping'))
    load.hold()
    t.is(await daemon.ended(), 0)
    load.aim((await node.start()).url)
  }
  await load.progress(200)
  await load.stop()
  await verdict(t, load, node.effects, node.daemon.url, { stops: STOPS })
  t.deepEqual(
    [...load.failures.keys()].filter((code) => code !== 'ECONNREFUSED'),
    [],
    'connections that were cut',
  )
  t.is(await node.daemon.stop(), 0)
}

test.serial('SIGTERM with the embedded queue', async (t) => {
  await stopping(t, faultNode(t))
})

test.serial('SIGTERM with Redis', async (t) => {
  const redis = await ownRedis()
  t.teardown(() => redis.close())
  await stopping(t, faultNode(t, { settings: [`queue.url=${redis.url}`] }))
})
