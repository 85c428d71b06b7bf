/** The places that a queue is measured on: Redis with either promise, and the embedded one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/log.js'
import type { Backing } from '../src/queue/bullmq/backing.js'
import { openRedis } from '../src/queue/bullmq/redis.js'
import { openEmbedded } from '../src/queue/embedded.js'
import { ownRedis } from '../test/support/redis.js'
import { settingsOf } from '../test/support/redis-queue.js'

export interface Place {
  readonly name: string
  /** Jobs in one slice: about a second of them. */
  readonly jobs: number
  /** A folder for whatever else is measured there. */
  readonly folder: string
  /** What a queue stands on; each belongs to whoever asked for it. */
  open(): Promise<Backing>
  close(): Promise<void>
}

export const OPTIONS = {
  node: 'urn:waybill:bench',
  acknowledge: 30_000,
  retention: 60_000,
  keep: 1_000_000,
  maxDepth: 10_000_000,
  maxAge: 3_600_000,
}

export const SILENT = createLog('silent')

export async function redisPlace(fsync: 'everysec' | 'always'): Promise<Place> {
  const redis = await ownRedis(['--appendfsync', fsync])
  const folder = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  return {
    name: `Redis, appendfsync ${fsync}`,
    jobs: 8_000,
    folder,
    open: () => openRedis(settingsOf({ url: redis.url, prefix: `bench-${Date.now()}` }), SILENT),
    async close() {
      await redis.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One process has one folder open at a time: each queue has its own. */
export async function embeddedPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  let count = 0
  return {
    name: 'embedded',
    jobs: 1_000,
    folder,
    open() {
      count += 1
      return openEmbedded(join(folder, `queue-${count}`), OPTIONS, SILENT)
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
