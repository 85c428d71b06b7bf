/** Bits of a queue's file that have changed on the disk: noticed at start, or without any consequence. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import test, { type ExecutionContext } from 'ava'
import { WaybillError } from '../../src/errors.js'
import { FinalFailure } from '../../src/store/queue/job.js'
import type { JobQueue, RunJob } from '../../src/store/queue/queue.js'
import { folderOf } from '../support/folder.js'
import {
  ACCEPTED,
  bytesOf,
  comparable,
  gate,
  jobOf,
  planOf,
  replyOf,
  soon,
  until,
  working,
} from '../support/jobs.js'
import { LONG } from '../support/long.js'
import { Random } from '../support/random.js'
import { openSqlite } from '../support/sqlite-queue.js'

/** Bits that are turned on each page that is tried. */
const BITS = LONG ? 20 : 1

/** Makes a queue with jobs in every state, of all sizes, in a folder. */
async function fill(stateDir: string): Promise<void> {
  const queue = await openSqlite({ stateDir })
  const worker = await queue.work(
    async ({ id }) => {
      if (id.startsWith('dead')) throw new FinalFailure('no')
      if (id.startsWith('later')) throw new Error('again')
      if (id.startsWith('asleep')) return { kind: 'suspended', until: Date.now() + 3_600_000 }
      return replyOf('y'.repeat(id.length * 300))
    },
    { concurrency: 20, abandoned: async () => undefined },
  )
  const plan = planOf({ attempts: 2, delay: 3_600_000, maxDelay: 3_600_000 })
  const add = async (id: string, index: number) => {
    const body = bytesOf(`${id} ${'x'.repeat(index % 7 === 0 ? 9_000 : 700)}`)
    const claim = { key: `key ${id}`, digest: 'd' }
    await queue.add(jobOf({ id, body, claim, awaits: id, lane: id }), plan)
  }
  for (const kind of ['dead', 'later', 'asleep', 'done', 'gone']) {
    for (let index = 0; index < 60; index += 1) await add(`${kind}-${index}`, index)
  }
  await until(async () => (await queue.admin.stats()).waiting === 0)
  await until(async () => (await queue.admin.stats()).running === 0)
  await worker.close(soon())
  for (let index = 0; index < 120; index += 1) await add(`waiting-${index}`, index)
  // Leaves pages that nothing is on.
  await queue.admin.trim(Date.now() - 3_600_000)
  await queue.admin.pause()
  for (let index = 0; index < 200; index += 1) {
    await queue.remember([`signature ${index}`, `nonce ${index}`], Date.now() + 3_600_000)
    await queue.keepHead(`chain ${index}`, undefined, `${index} ${'0'.repeat(64)}`)
  }
  await queue.close()
  const database = new DatabaseSync(join(stateDir, 'queue.db'))
  database.exec(
    "DELETE FROM content WHERE at IN (SELECT seq << 20 FROM job WHERE id LIKE 'nothing%')",
  )
  database.close()
}

/** Everything that a node or an operator can learn from a queue. */
async function contentsOf(queue: JobQueue): Promise<unknown> {
  const { admin } = queue
  const { oldest: _, oldestUndelivered: __, backend: ___, ...stats } = await admin.stats()
  const jobs = await admin.list({ limit: 1_000 })
  const whole = await Promise.all(
    jobs.map(async ({ id }) => [
      comparable(await admin.show(id)),
      comparable(await queue.find(id)),
      await queue.awaiting(id),
      await queue.add(
        jobOf({ id: `other-${id}`, claim: { key: `key ${id}`, digest: 'd' } }),
        planOf(),
      ),
    ]),
  )
  const heads = await Promise.all(whole.map((_, index) => queue.head(`chain ${index}`)))
  return { stats, whole, heads, faults: await admin.check() }
}

/** One page of each kind of page of each table and index. */
function pagesOf(file: string): readonly { readonly page: number; readonly kind: string }[] {
  const database = new DatabaseSync(file)
  const pages = database
    .prepare('SELECT min(pageno) AS page, name, pagetype FROM dbstat GROUP BY name, pagetype')
    .all()
    .map(({ page, name, pagetype }) => ({ page: Number(page), kind: `${name}, ${pagetype}` }))
  database.close()
  return [...pages, { page: 2, kind: 'pointer map' }]
}

test('a bit that has changed on any kind of page is noticed, or changes nothing', async (t) => {
  const folder = folderOf(t, {})
  const original = join(folder, 'original')
  await fill(original)
  const file = join(original, 'queue.db')
  const bytes = readFileSync(file)
  const expected = await untouched(join(folder, 'untouched'), file)
  const size = 4096
  const chance = new Random(7)
  const found = { noticed: 0, harmless: 0 }
  const pages = pagesOf(file)
  t.true(pages.length > 12, JSON.stringify(pages))
  for (const { page, kind } of pages) {
    for (let bit = 0; bit < BITS; bit += 1) {
      const at = (page - 1) * size + chance.below(size)
      const mask = 1 << chance.below(8)
      const stateDir = join(folder, `page-${page}-${bit}`)
      mkdirSync(stateDir)
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ mask
      writeFileSync(join(stateDir, 'queue.db'), copy)
      const how = `${kind}: bit ${mask} of byte ${at % size} of page ${page}`
      found[await outcome(t, stateDir, expected, how)] += 1
    }
  }
  t.log(found)
  t.true(found.noticed >= 5 * BITS, 'most bits of these pages are in use')
})

async function untouched(stateDir: string, file: string): Promise<unknown> {
  mkdirSync(stateDir)
  copyFileSync(file, join(stateDir, 'queue.db'))
  const queue = await openSqlite({ stateDir })
  const contents = await contentsOf(queue)
  await queue.close()
  return contents
}

async function outcome(
  t: ExecutionContext,
  stateDir: string,
  expected: unknown,
  how: string,
): Promise<'noticed' | 'harmless'> {
  let queue: JobQueue
  try {
    queue = await openSqlite({ stateDir })
  } catch (error) {
    t.true(error instanceof WaybillError, `${how}: ${error}`)
    t.regex((error as WaybillError).code, /^WAYBILL_(QUEUE_(DAMAGED|FOREIGN)|STATE_UNUSABLE)$/, how)
    return 'noticed'
  }
  let contents: unknown
  try {
    contents = await contentsOf(queue)
  } catch (error) {
    t.regex(String(error), /checksum|damaged|malformed/, how)
    return 'noticed'
  } finally {
    await queue.close()
  }
  const { faults } = contents as { readonly faults: readonly string[] }
  if (faults.length > 0) return 'noticed'
  t.is(firstDifference(contents, expected), undefined, how)
  return 'harmless'
}

function firstDifference(one: unknown, two: unknown): string | undefined {
  const [left, right] = [one, two].map((value) => JSON.stringify(value, null, 1).split('\n'))
  const at = left?.findIndex((line, index) => line !== right?.[index]) ?? -1
  return at < 0 ? undefined : `${left?.[at]} <> ${right?.[at]}`
}

/** Changes a row as a disk would do it: its checksum stays what it was. */
function damage(stateDir: string, id: string, change = "head = replace(head, 'one', 'two')"): void {
  const database = new DatabaseSync(join(stateDir, 'queue.db'))
  let kept = 0
  database.function('seal', { deterministic: true }, (_text: string) => kept)
  kept = Number(database.prepare('SELECT seal FROM job WHERE id = ?').get(id)?.seal)
  const { changes } = database.prepare(`UPDATE job SET ${change} WHERE id = ?`).run(id)
  database.close()
  if (changes !== 1) throw new Error(`there is no job ${id}`)
}

const DROPPED = { state: 'dead', cause: 'what is kept of it is damaged: it was not run' } as const
const HOUR = 3_600_000

/** A queue in a file with a worker, and the ids of the jobs that it has run. */
async function served(t: ExecutionContext, run: RunJob) {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  const ran: string[] = []
  const work = () =>
    queue.work(
      (job, attempt) => {
        ran.push(job.id)
        return run(job, attempt)
      },
      { concurrency: 2, abandoned: async () => undefined },
    )
  return { stateDir, queue, ran, work }
}

/** It ends as a dead letter, is one still when it is replayed, and does not keep others from being listed. */
async function isDropped(t: ExecutionContext, queue: JobQueue, id: string): Promise<void> {
  t.deepEqual(await queue.ended(id, soon()), DROPPED)
  t.is(await queue.admin.replay(id), 'done')
  t.deepEqual(await queue.ended(id, soon()), DROPPED)
  const [listed] = await queue.admin.list({ ids: [id] })
  t.like(listed, { id, kind: 'unknown', state: 'dead' })
  t.deepEqual(await queue.admin.check(), [`the message of job ${id} is incomplete`])
}

const labelled = (id: string) => jobOf({ id, label: { sender: 'one' } })

test('a row that is damaged while it waits is not run, nor when it is replayed', async (t) => {
  const { stateDir, queue, ran, work } = await served(t, async () => ACCEPTED)
  await queue.add(labelled('damaged'), planOf())
  await queue.add(jobOf({ id: 'whole' }), planOf())
  damage(stateDir, 'damaged')
  const worker = await work()
  t.is((await queue.ended('whole', soon()))?.state, 'done')
  await isDropped(t, queue, 'damaged')
  t.deepEqual(ran, ['whole'])
  await worker.close(soon())
})

test('a row that is damaged while it is delayed is not run again when its time has come', async (t) => {
  const { stateDir, queue, ran, work } = await served(t, async () => {
    throw new Error('again')
  })
  const worker = await work()
  await queue.add(labelled('later'), planOf({ attempts: 3, delay: HOUR, maxDelay: HOUR }))
  await until(async () => (await queue.admin.stats()).delayed === 1)
  damage(stateDir, 'later', "head = replace(head, 'one', 'two'), due = 0")
  await isDropped(t, queue, 'later')
  t.deepEqual(ran, ['later'])
  await worker.close(soon())
})

test('a row that is damaged while it is suspended is not run when it is resumed', async (t) => {
  const { stateDir, queue, ran, work } = await served(t, async () => {
    return { kind: 'suspended', until: Date.now() + HOUR }
  })
  const worker = await work()
  await queue.add(labelled('asleep'), planOf())
  await until(async () => (await queue.admin.stats()).suspended === 1)
  damage(stateDir, 'asleep')
  t.is(await queue.resume('asleep'), 'resumed')
  await isDropped(t, queue, 'asleep')
  t.deepEqual(ran, ['asleep'])
  await worker.close(soon())
})

test('a row that is damaged while it is held for its lane is not run when its turn has come', async (t) => {
  const first = gate()
  const { stateDir, queue, ran, work } = await served(t, async ({ id }) => {
    if (id === 'first') await first.opened
    return ACCEPTED
  })
  const worker = await work()
  for (const id of ['first', 'held', 'third']) {
    await queue.add(jobOf({ id, lane: 'lane', label: { sender: 'one' } }), planOf())
  }
  damage(stateDir, 'held')
  first.open()
  t.is((await queue.ended('third', soon()))?.state, 'done')
  await isDropped(t, queue, 'held')
  t.deepEqual(ran, ['first', 'third'])
  await worker.close(soon())
})

test('a row that is damaged while it runs is not run again after it has failed', async (t) => {
  const [begun, go] = [gate(), gate()]
  const { stateDir, queue, ran, work } = await served(t, async () => {
    begun.open()
    await go.opened
    throw new Error('again')
  })
  const worker = await work()
  await queue.add(labelled('fails'), planOf({ attempts: 3 }))
  await begun.opened
  damage(stateDir, 'fails')
  go.open()
  await isDropped(t, queue, 'fails')
  t.deepEqual(ran, ['fails'])
  await worker.close(soon())
})

test('a row that is damaged while it runs is not run by the next process', async (t) => {
  const begun = gate()
  const { stateDir, queue, ran, work } = await served(t, async () => {
    begun.open()
    return new Promise(() => undefined)
  })
  const worker = await work()
  await queue.add(labelled('given back'), planOf())
  await begun.opened
  damage(stateDir, 'given back')
  await worker.close(AbortSignal.abort())
  await queue.close()
  const next = await openSqlite({ stateDir })
  t.teardown(() => next.close())
  await working(t, next, async ({ id }) => {
    ran.push(id)
    return ACCEPTED
  })
  await isDropped(t, next, 'given back')
  t.deepEqual(ran, ['given back'])
})

test('what a job came to is kept though its row was damaged while it ran', async (t) => {
  const [begun, go] = [gate(), gate()]
  const { stateDir, queue, work } = await served(t, async () => {
    begun.open()
    await go.opened
    return replyOf('<well/>')
  })
  const worker = await work()
  await queue.add(labelled('well'), planOf())
  await begun.opened
  damage(stateDir, 'well')
  go.open()
  const expected = { state: 'done', result: replyOf('<well/>') } as const
  t.deepEqual(await queue.ended('well', soon()), expected)
  t.deepEqual(await queue.find('well'), expected)
  t.deepEqual(await queue.admin.check(), ['the message of job well is incomplete'])
  await worker.close(soon())
})
