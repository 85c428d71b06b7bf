/** How often a job of BullMQ was tried, and why it is delayed: it is tried again then, or is suspended. */
import type { MinimalJob, Job as Taken } from 'bullmq'
import { delayBefore } from '../backoff.js'
import { readStored, type StoredJob, type StoredSuspension } from './stored-job.js'

/** Attempts that are over, those that died with their node among them. */
export function attemptsOf(taken: Taken, stored: StoredJob | undefined): number {
  return taken.attemptsMade + deathsOf(taken.stalledCounter, stored)
}

/**
 * Milliseconds before the next attempt.
 *
 * @param made   attempts that have failed, without those that died with their node
 * @param taken  a job, which BullMQ declares as less than it is
 */
export function delayOf(made: number, taken: MinimalJob): number {
  const stored = readStored(taken.data)
  const stalls = 'stalledCounter' in taken ? Number(taken.stalledCounter) : 0
  return stored ? delayBefore(made + deathsOf(stalls, stored) + 1, stored.plan) : 0
}

/** The suspension of a job that is delayed; undefined if it is delayed for its next attempt. */
export function suspensionOf({ data, attemptsMade }: Taken): StoredSuspension | undefined {
  const suspension = readStored(data)?.suspension
  return suspension?.made === attemptsMade ? suspension : undefined
}

/** Replaying a job forgives it those that were before. */
export function deathsOf(stalls: number, stored: StoredJob | undefined): number {
  return Math.max(0, stalls - (stored?.stalls ?? 0))
}
