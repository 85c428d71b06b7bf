/** The part of the contract of job queues that is about jobs which run in order. */
import type { ExecutionContext } from 'ava'
import { FinalFailure } from '../../src/store/queue/job.js'
import type { JobQueue } from '../../src/store/queue/queue.js'
import { ACCEPTED, gate, jobOf, planOf, soon, until, working } from '../support/jobs.js'
import type { Declare, QueueKind, QueueTestOptions } from './job-queue.js'

export function laneContract(
  declare: Declare,
  kind: QueueKind,
  open: (t: ExecutionContext, options?: QueueTestOptions) => Promise<JobQueue>,
): void {
  const inLane = (id: string, lane = 'one') => jobOf({ id, lane })

  declare('lanes: jobs of one lane run one at a time, in order; others meanwhile', async (t) => {
    const queue = await open(t)
    const goOn = gate()
    const ran: string[] = []
    let [inFirst, most] = [0, 0]
    await working(t, queue, async ({ id, lane }) => {
      ran.push(id)
      if (lane !== 'one') return ACCEPTED
      inFirst += 1
      most = Math.max(most, inFirst)
      await goOn.opened
      inFirst -= 1
      return ACCEPTED
    })
    for (const id of ['a1', 'a2', 'a3', 'a4']) await queue.add(inLane(id), planOf())
    await queue.add(inLane('b1', 'two'), planOf())
    await queue.add(jobOf({ id: 'c1' }), planOf())
    await queue.ended('b1', soon())
    await queue.ended('c1', soon())
    t.is((await queue.admin.stats()).waiting, 3)
    t.is((await queue.find('a2'))?.state, 'waiting')
    goOn.open()
    t.is((await queue.ended('a4', soon()))?.state, 'done')
    t.is(most, 1)
    t.deepEqual(
      ran.filter((id) => id.startsWith('a')),
      ['a1', 'a2', 'a3', 'a4'],
    )
  })

  declare(
    'lanes: one that is tried again or suspended is waited for, a dead one not',
    async (t) => {
      const queue = await open(t)
      const ran: string[] = []
      await working(t, queue, async ({ id }, { number, suspended }) => {
        ran.push(id)
        if (id === 'retried' && number < 3) throw new Error('again')
        if (id === 'dead') throw new FinalFailure('no')
        if (id === 'suspended' && !suspended) return { kind: 'suspended', until: Date.now() + 300 }
        return ACCEPTED
      })
      for (const id of ['retried', 'dead', 'suspended', 'last']) {
        await queue.add(inLane(id), planOf({ attempts: 3, delay: 50 }))
      }
      t.is((await queue.ended('last', soon()))?.state, 'done')
      t.deepEqual(ran, ['retried', 'retried', 'retried', 'dead', 'suspended', 'suspended', 'last'])
    },
  )

  declare(
    'lanes: a dead letter that is replayed waits for its turn; one removed is not missed',
    async (t) => {
      const queue = await open(t)
      const ran: string[] = []
      let mended = false
      const goOn = gate()
      await working(t, queue, async ({ id }) => {
        ran.push(id)
        if (id.startsWith('dead') && !mended) throw new FinalFailure('no')
        if (id === 'long') await goOn.opened
        return ACCEPTED
      })
      for (const id of ['dead-1', 'dead-2', 'long', 'last']) await queue.add(inLane(id), planOf())
      await until(() => ran.includes('long'))
      mended = true
      t.is(await queue.admin.replay('dead-2'), 'done')
      t.is(await queue.admin.remove('dead-1'), 'done')
      t.is((await queue.find('dead-2'))?.state, 'waiting')
      goOn.open()
      t.is((await queue.ended('last', soon()))?.state, 'done')
      t.is((await queue.ended('dead-2', soon()))?.state, 'done')
      t.deepEqual(ran.slice(0, 3), ['dead-1', 'dead-2', 'long'])
      t.deepEqual(ran.slice(3).toSorted(), ['dead-2', 'last'])
    },
  )

  declare(
    'lanes: the order outlives the queue',
    async (t) => {
      const store = await kind.store(t)
      const first = await store.open()
      for (const id of ['a1', 'a2', 'a3']) await first.add(inLane(id), planOf())
      await first.close()
      const second = await store.open()
      t.teardown(() => second.close())
      const ran: string[] = []
      await working(t, second, async ({ id }) => {
        ran.push(id)
        return ACCEPTED
      })
      t.is((await second.ended('a3', soon()))?.state, 'done')
      t.deepEqual(ran, ['a1', 'a2', 'a3'])
    },
    'outlive',
  )
}
