/** The part of the configuration about retries: how often and how long a job is tried. */
import { z } from 'zod'
import { count, milliseconds } from './kinds.js'

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
const apart = (key: keyof typeof sent) =>
  `Default: ${operation[key]} for an operation, ${sent[key]} for what is sent.`

/** Without defaults here, so that only what is said counts: it holds for operations and for what is sent. */
export const retry = z.strictObject({
  attempts: count(1000)
    .optional()
    .describe(`Attempts in all; 1 is no retry. ${apart('attempts')}`),
  delay: milliseconds()
    .optional()
    .describe(
      `Milliseconds before the second attempt; doubled for each further one. Default: ${sent.delay}.`,
    ),
  maxDelay: milliseconds()
    .optional()
    .describe(`No delay is longer, in milliseconds. ${apart('maxDelay')}`),
  timeLimit: milliseconds()
    .optional()
    .describe(`Milliseconds that one attempt may take. Default: ${sent.timeLimit}.`),
})

/** What differs from `retry` for a destination, which has a `timeout` for one attempt. */
export const difference = z.strictObject({
  attempts: count(1000).optional().describe('In place of queue.retry.attempts.'),
  delay: milliseconds().optional().describe('In place of queue.retry.delay.'),
})

/** What differs from `retry` for an operation. */
export const operationDifference = difference.extend({
  timeLimit: milliseconds().optional().describe('In place of queue.retry.timeLimit.'),
})
