/** Listeners and workers as processes of their own on one queue: a worker dies in the middle of a job. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { ownRedis } from '../support/redis/redis.js'
import { isAnswer, send } from './load.js'
import { now } from './moments.js'
import { type FaultNode, faultNode } from './node.js'
import { say } from './verdict.js'

/** Milliseconds until another worker has to run what a dead one was running. */
const TAKEN_OVER = 60_000

/** @param most  milliseconds until another worker runs the job */
async function takingOver(
  t: ExecutionContext,
  settings: readonly string[],
  most: number,
): Promise<void> {
  const listener = faultNode(t, { settings, role: 'listener' })
  const { stateDir, plugin, effects } = listener
  const { file } = effects
  const workers: readonly FaultNode[] = [1, 2].map(() =>
    faultNode(t, { settings, role: 'worker', stateDir, plugin, file }),
  )
  const { url } = await listener.start()
  for (const worker of workers) await worker.start()
  const reply = send(url, 'Hold', 'held')

  const runs = () => effects.runs.get('held') ?? []
  t.true(await effects.until(() => runs().length === 1, TAKEN_OVER))
  const first = workers.find(({ daemon }) => daemon.process.pid === runs()[0]?.pid)
  const other = workers.find((worker) => worker !== first)
  if (!first || !other) throw new Error('neither worker runs the job')
  const killed = now()
  await first.kill()
  t.true(await effects.until(() => runs().length === 2, TAKEN_OVER))
  t.is(runs()[1]?.pid, other.daemon.process.pid)
  const taken = Math.round((runs()[1]?.at ?? 0) - killed)
  writeFileSync(join(plugin, 'release'), '')
  const { status, body } = await reply
  t.is(status, 200)
  t.true(isAnswer(body, 'held'), body)
  say(t, { taken })
  t.true(taken < most, `taken over after ${taken} ms`)
  t.is(await other.daemon.stop(), 0)
  t.is(await listener.daemon.stop(), 0)
}

test.serial('the job of a killed worker is run by another, on one state folder', async (t) => {
  await takingOver(t, [], 8_000)
})

test.serial('the job of a killed worker is run by another, on one Redis', async (t) => {
  const redis = await ownRedis()
  t.teardown(() => redis.close())
  await takingOver(t, [`queue.url=${redis.url}`], TAKEN_OVER)
})
