/** What is measured on one place: BullMQ by itself, this project's queue, and that behind its journal. */
import { join } from 'node:path'
import { Queue, Worker } from 'bullmq'
import type { Backing } from '../src/queue/bullmq/backing.js'
import { BullmqQueue } from '../src/queue/bullmq/queue.js'
import type { Job } from '../src/queue/job.js'
import { JournaledQueue } from '../src/queue/journaled-queue.js'
import type { JobQueue } from '../src/queue/queue.js'
import { jobOf } from '../test/support/jobs.js'
import { OPTIONS, type Place, SILENT } from './places.js'

export interface Contender {
  readonly name: string
  add(): Promise<void>
  /** Runs all that waits; resolves when so many have run. */
  drain(count: number): Promise<void>
  close(): Promise<void>
}

/** An envelope of about 1 KiB. */
const BODY = `<e xmlns="urn:x">${'x'.repeat(1000)}</e>`
const PLAN = { attempts: 8, delay: 1000, maxDelay: 300_000, timeLimit: 60_000 }
const CONCURRENCY = 50

export async function bare(place: Place): Promise<Contender> {
  const backing = await place.open()
  const { factory, prefix } = backing
  const options = {
    connection: backing.connection as never,
    ...(prefix !== undefined && { prefix: `${prefix}-bare` }),
  }
  const queue = new Queue('bare', options, factory as never)
  const patient = { ...options, connection: (backing.patient ?? backing.connection) as never }
  return {
    name: 'BullMQ by itself',
    async add() {
      await queue.add('invoke', { body: BODY, soap: '1.1', label: {} }, { attempts: 8 })
    },
    async drain(count) {
      let left = count
      let over: () => void = () => undefined
      const done = new Promise<void>((resolve) => {
        over = resolve
      })
      const worker = new Worker(
        'bare',
        async () => {
          left -= 1
          if (left === 0) over()
          return { kind: 'accepted' }
        },
        { ...patient, concurrency: CONCURRENCY, removeOnComplete: { count: OPTIONS.keep } },
        factory as never,
      )
      await done
      await worker.close()
    },
    async close() {
      await queue.close()
      await backing.close()
    },
  }
}

export async function ours(place: Place): Promise<Contender> {
  const queue = await BullmqQueue.open(await place.open(), OPTIONS, SILENT)
  return contender('this queue', queue)
}

export async function journaled(place: Place): Promise<Contender> {
  const backing: Backing = await place.open()
  const inner = await BullmqQueue.open(backing, OPTIONS, SILENT)
  const folder = join(place.folder, 'journal')
  const queue = await JournaledQueue.open(inner, { folder }, SILENT)
  return contender('this queue, behind its journal', queue)
}

function contender(name: string, queue: JobQueue): Contender {
  return {
    name,
    add: () => queue.add(jobOf({ body: BODY }) as Job, PLAN),
    async drain(count) {
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
        { concurrency: CONCURRENCY, abandoned: async () => undefined },
      )
      await done
      await worker.close(AbortSignal.timeout(10_000))
    },
    close: () => queue.close(),
  }
}
