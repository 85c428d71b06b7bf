/** Listeners and workers as processes of their own on one Redis: a worker dies in the middle of a job. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { soap11 } from '../support/envelopes.js'
import { ownRedis } from '../support/redis.js'
import { postSoap } from './ask.js'
import { isTurned } from './load.js'
import { type FaultNode, faultNode } from './node.js'

const HOLD = '<q:Hold xmlns:q="urn:test:queued"><q:text>held</q:text></q:Hold>'

/** Resolves with the node as soon as it runs the job. */
async function holding(node: FaultNode): Promise<FaultNode> {
  await node.daemon.logged(({ msg }) => msg === 'holding')
  return node
}

test.serial(
  'the job of a killed worker is run by another, and its caller has the reply',
  async (t) => {
    const redis = await ownRedis()
    t.teardown(() => redis.close())
    const settings = [`queue.url=${redis.url}`]
    const listener = faultNode(t, { settings, role: 'listener' })
    const workers = [1, 2].map(() => faultNode(t, { settings, role: 'worker' }))
    const { url } = await listener.start()
    for (const worker of workers) await worker.start()
    const reply = postSoap(url, soap11(HOLD))

    const first = await Promise.any(workers.map(holding))
    const other = workers.find((worker) => worker !== first) as FaultNode
    await first.kill()
    const killed = Date.now()
    await holding(other)
    const taken = Date.now() - killed
    writeFileSync(join(other.plugin, 'release'), '')
    const { status, body } = await reply
    t.is(status, 200)
    t.true(isTurned(body, 'held'), body)
    t.log({ taken })
    process.stderr.write(`${t.title}: taken over after ${taken} ms\n`)
    t.is(await other.daemon.stop(), 0)
    t.is(await listener.daemon.stop(), 0)
  },
)
