/** How often a job of BullMQ was tried, and why it is delayed: it is tried again then, or it sleeps. */
import type { Job as Taken } from 'bullmq'
import { delayBefore } from '../backoff.js'
import { readStored, type StoredJob, type StoredSleep } from './stored-job.js'

/** Attempts that are over, those that died with their node among them. */
export function attemptsOf(taken: Taken, stored: StoredJob | undefined): number {
  return taken.attemptsMade + deathsOf(taken, stored)
}

/**
 * Milliseconds before the next attempt.
 *
 * @param made  attempts that have failed, without those that died with their node
 */
export function delayOf(made: number, taken: Taken): number {
  const stored = readStored(taken.data)
  return stored ? delayBefore(made + deathsOf(taken, stored) + 1, stored.plan) : 0
}

/** The sleep of a job that is delayed; undefined if it is delayed for its next attempt. */
export function sleepOf({ data, attemptsMade }: Taken): StoredSleep | undefined {
  const sleep = readStored(data)?.sleep
  return sleep?.made === attemptsMade ? sleep : undefined
}

/** Replaying a job forgives it those that were before. */
function deathsOf({ stalledCounter }: Taken, stored: StoredJob | undefined): number {
  return stalledCounter - (stored?.stalls ?? 0)
}
