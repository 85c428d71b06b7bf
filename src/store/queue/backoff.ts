/** How long a job waits before its next attempt. */
import { chance } from '../../base/time.js'
import type { RetryPlan } from './job.js'

/**
 * Doubles with each attempt, up to the plan's longest; of that, between a half and all, so that what
 * failed together does not come back together.
 *
 * @param attempt  number of the attempt that is to come; 2 is the first that waits
 * @returns milliseconds
 */
export function delayBefore(attempt: number, { delay, maxDelay }: RetryPlan): number {
  const full = Math.min(delay * 2 ** (attempt - 2), maxDelay)
  return Math.round(full * (0.5 + chance() / 2))
}
