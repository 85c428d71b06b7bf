/** The queue on a Redis Cluster, and on a Redis behind a Sentinel that is failed over. */
import test, { type ExecutionContext } from 'ava'
import { LISTED_STATES } from '../../src/store/queue/listing.js'
import type { JobQueue } from '../../src/store/queue/queue.js'
import { holderOf, jobOf, planOf, replyOf, soon, until, working } from '../support/jobs.js'
import { redisCluster, redisSentinel } from '../support/redis/many.js'
import { openQueue } from '../support/redis/queue.js'

/** Everything that takes keys of its own: small and large, claimed, failed, replayed, removed. */
async function exercise(t: ExecutionContext, front: JobQueue, back: JobQueue): Promise<void> {
  let mended = false
  await working(t, back, async ({ id }) => {
    if (id.startsWith('dead') && !mended) throw new Error('no')
    return replyOf(`${id}${'y'.repeat(20_000)}`)
  })
  for (const [id, size] of [
    ['small', 10],
    ['large', 3_000_000],
  ] as const) {
    const claim = { key: id, digest: 'd' }
    t.like(await front.add(jobOf({ id, body: 'x'.repeat(size), claim }), planOf()), { added: true })
    t.deepEqual(await front.ended(id, soon()), {
      state: 'done',
      result: replyOf(`${id}${'y'.repeat(20_000)}`),
    })
    t.is(await holderOf(back, id), id)
  }
  for (const id of ['dead-1', 'dead-2']) {
    await front.add(jobOf({ id }), planOf({ attempts: 2 }))
    t.is((await front.ended(id, soon()))?.state, 'dead')
  }
  mended = true
  t.is(await front.admin.replay('dead-1'), 'done')
  t.is((await front.ended('dead-1', soon()))?.state, 'done')
  t.is(await front.admin.remove('dead-2'), 'done')
  for (const id of ['lane-1', 'lane-2']) await front.add(jobOf({ id, lane: 'one' }), planOf())
  t.is((await front.ended('lane-2', soon()))?.state, 'done')
  t.deepEqual(await front.admin.check(), [])
  await front.admin.pause()
  await front.add(jobOf({ id: 'held' }), planOf())
  t.like(await front.admin.stats(), { paused: true, waiting: 1, done: 5, dead: 0 })
  await front.admin.resume()
  t.is((await front.ended('held', soon()))?.state, 'done')
  t.is((await front.admin.list({})).length, 6)
  for (const state of LISTED_STATES) {
    const { jobs } = await front.admin.page({ state, limit: 10 })
    t.is(jobs.length, state === 'done' ? 6 : 0, state)
  }
}

async function pair(t: ExecutionContext, settings: Parameters<typeof openQueue>[0]) {
  const [front, back] = [await openQueue(settings), await openQueue(settings)]
  t.teardown(() => front.close())
  t.teardown(() => back.close())
  return { front, back }
}

test('a Cluster keeps the queue, and it goes on when its node was killed and is back', async (t) => {
  const cluster = await redisCluster()
  t.teardown(() => cluster.close())
  const { front, back } = await pair(t, { cluster: cluster.urls.slice(0, 1) })
  t.regex(front.status, /^Redis Cluster at redis:/)
  await exercise(t, front, back)
  for (const node of cluster.nodes) await node.kill()
  await until(() => !front.available)
  for (const node of cluster.nodes) await node.start()
  await until(() => front.available)
  await front.add(jobOf({ id: 'after' }), planOf())
  t.is((await front.ended('after', soon()))?.state, 'done')
})

test('a Redis behind a Sentinel keeps the queue, and its replica takes over', async (t) => {
  const sentinel = await redisSentinel()
  t.teardown(() => sentinel.close())
  const { front, back } = await pair(t, { sentinels: sentinel.urls })
  t.regex(front.status, /^Redis mymaster behind redis:/)
  await exercise(t, front, back)
  await sentinel.nodes[0]?.kill()
  await until(() => !front.available)
  await until(() => front.available)
  await front.add(jobOf({ id: 'after' }), planOf())
  t.is((await front.ended('after', soon()))?.state, 'done')
})
