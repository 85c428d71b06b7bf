/** What is measured of queues: a bare loop, BullMQ by itself, and this project's queues, each on a place of its own. */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Queue } from 'bullmq'
import { createLog } from '../src/log.js'
import { newId } from '../src/message/exchange-id.js'
import { openRedisQueue } from '../src/store/queue/bullmq/open.js'
import type { JobQueue } from '../src/store/queue/queue.js'
import { SqliteQueue } from '../src/store/queue/sqlite/queue.js'
import { jobOf } from '../test/support/jobs.js'
import { ownRedis } from '../test/support/redis/redis.js'

const SILENT = createLog('silent')
/** An envelope of about 1 KiB. */
export const BODY = `<e xmlns="urn:x">${'x'.repeat(1000)}</e>`
const PLAN = { attempts: 8, delay: 1000, maxDelay: 300_000, timeLimit: 60_000 }
export const OPTIONS = {
  node: 'urn:waybill:bench',
  acknowledge: 60_000,
  retention: 3_600_000,
  keep: 1_000_000,
  keepBytes: 1024 ** 4,
  maxDepth: 10_000_000,
  maxSuspended: 10_000_000,
  maxAge: 86_400_000,
  maxRemembered: 1_000_000,
  maxBytes: 1024 ** 4,
  minFree: 0,
}

/** Something that makes messages durable. */
export interface Contender {
  readonly name: string
  /** Resolves once one is durable. */
  add(): Promise<unknown>
  /** The queue that runs them; undefined for what runs nothing. */
  readonly queue: JobQueue | undefined
  close(): Promise<void>
}

/** Appends 1 KiB and syncs, one after the other: what the disk gives to whoever waits for it. */
export async function bareLoop(): Promise<Contender> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  const file: FileHandle = await open(join(folder, 'appended'), 'a')
  const record = Buffer.alloc(1024, 'x')
  let last: Promise<void> = Promise.resolve()
  const append = async () => {
    await file.write(record)
    await file.datasync()
  }
  return {
    name: 'append and fdatasync, one by one',
    add() {
      last = last.then(append)
      return last
    },
    queue: undefined,
    async close() {
      await file.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function sqlite(): Promise<Contender & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  const queue = await SqliteQueue.open({ ...OPTIONS, stateDir: folder, serves: true }, SILENT)
  return {
    name: 'this queue, embedded',
    folder,
    add: () => add(queue),
    queue,
    async close() {
      await queue.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function bullmq(fsync: 'everysec' | 'always'): Promise<Contender> {
  const redis = await ownRedis(['--appendfsync', fsync])
  const { port } = new URL(redis.url)
  const queue = new Queue('bare', { connection: { host: '127.0.0.1', port: Number(port) } })
  return {
    name: `BullMQ by itself, Redis ${fsync}`,
    add: () => queue.add('invoke', { body: BODY, soap: '1.1', label: {} }, { attempts: 8 }),
    queue: undefined,
    async close() {
      await queue.close()
      await redis.close()
    },
  }
}

export async function redis(fsync: 'everysec' | 'always'): Promise<Contender> {
  const server = await ownRedis(['--appendfsync', fsync])
  const settings = {
    ...OPTIONS,
    url: server.url,
    cluster: [],
    sentinels: [],
    sentinelName: 'mymaster',
    prefix: 'bench',
    waitAtStart: false,
  }
  const queue = await openRedisQueue(settings, SILENT)
  return {
    name: `this queue, Redis ${fsync}`,
    add: () => add(queue),
    queue,
    async close() {
      await queue.close()
      await server.close()
    },
  }
}

function add(queue: JobQueue): Promise<unknown> {
  return queue.add(jobOf({ id: newId(), body: BODY }), PLAN)
}

/** Runs all that waits, with so many at once; resolves when so many have ended. */
export async function drain(queue: JobQueue, count: number, concurrency = 50): Promise<void> {
  let left = count
  let over: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    over = resolve
  })
  const worker = await queue.work(
    async () => {
      left -= 1
      if (left === 0) over()
      return { kind: 'accepted' }
    },
    { concurrency, abandoned: async () => undefined },
  )
  await done
  // Those that run last are settled by then.
  await worker.close(AbortSignal.timeout(60_000))
}
