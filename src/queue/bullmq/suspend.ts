/** Puts the job of an attempt to sleep, and leaves nothing to do for BullMQ. */
import { setTimeout as later } from 'node:timers/promises'
import { DelayedError, type IQueueBackend, type Job as Taken } from 'bullmq'
import type { Log } from '../../plugin.js'
import type { RunningAttempt } from '../running-attempt.js'
import type { Backing } from './backing.js'
import type { Shelf } from './store.js'
import type { StoredJob } from './stored-job.js'

/** Milliseconds between two tries while the queue does not answer, and how many there are. */
const AGAIN = 500
const TRIES = 20

export interface FallingAsleep {
  readonly taken: Taken
  readonly token: string
  readonly stored: StoredJob
  /** Milliseconds since 1970. */
  readonly until: number
}

/**
 * A job that does not fall asleep, since this node was cut off, is run again by another as one whose
 * node has died.
 *
 * @throws DelayedError always: BullMQ must not move the job
 */
export async function fallAsleep(
  { taken, token, stored, until }: FallingAsleep,
  attempt: RunningAttempt,
  backend: IQueueBackend,
  { backing, shelf, log }: { readonly backing: Backing; readonly shelf: Shelf; readonly log: Log },
): Promise<never> {
  const sleep = { until, made: taken.attemptsMade }
  const bedtime = { id: taken.id ?? '', token, data: { ...stored, sleep } }
  for (let tries = 0; tries < TRIES && attempt.cut !== 'lost'; tries += 1) {
    try {
      // It may sleep for longer than what belongs to it would be kept.
      await shelf.keep(stored)
      await backing.sleepers.enter(backend, bedtime)
      break
    } catch (error) {
      log.debug({ error, job: stored.job.id }, 'queue: a job cannot be put to sleep yet')
      if (attempt.cut) break
      await later(AGAIN)
    }
  }
  throw new DelayedError()
}
