/** The part of the configuration about retries: how often and how long a job is tried. */
import { z } from 'zod'
import { timeText } from '../base/units.js'
import { count, duration } from './kinds.js'

/**
 * An operation is tried for more than an hour. What is sent is tried for more than four days, as mail is:
 * RFC 5321 §4.5.4.1 "Retries continue until the message is transmitted or the sender gives up; the
 * give-up time generally needs to be at least 4-5 days."
 */
export const DEFAULT_PLANS = {
  operation: { attempts: 18, delay: 1000, maxDelay: 900_000, timeLimit: 60_000 },
  sent: { attempts: 64, delay: 1000, maxDelay: 14_400_000, timeLimit: 60_000 },
} as const

const { operation, sent } = DEFAULT_PLANS

/** Without defaults here, so that only what is said counts: it holds for operations and for what is sent. */
export const retry = z.strictObject({
  attempts: count(1000)
    .optional()
    .describe(
      `Attempts in all; 1 is no retry. Default: ${operation.attempts} for an operation, ${sent.attempts} for what is sent.`,
    ),
  delay: duration()
    .optional()
    .describe(
      `Time before the second attempt; doubled for each further one. Default: ${timeText(sent.delay)}.`,
    ),
  maxDelay: duration()
    .optional()
    .describe(
      `No delay is longer. Default: ${timeText(operation.maxDelay)} for an operation, ${timeText(sent.maxDelay)} for what is sent.`,
    ),
  timeLimit: duration()
    .optional()
    .describe(`Time that one attempt may take. Default: ${timeText(sent.timeLimit)}.`),
})

/** What differs from `retry` for a destination, which has a `timeout` for one attempt. */
export const difference = z.strictObject({
  attempts: count(1000).optional().describe('In place of queue.retry.attempts.'),
  delay: duration().optional().describe('In place of queue.retry.delay.'),
})

/** What differs from `retry` for an operation. */
export const operationDifference = difference.extend({
  timeLimit: duration().optional().describe('In place of queue.retry.timeLimit.'),
})
