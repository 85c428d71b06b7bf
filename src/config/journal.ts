/** The part of the configuration about the journal: whether, how long and how much of what happened is kept. */
import { z } from 'zod'
import { bytes, DAY, milliseconds } from './kinds.js'

export const journal = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('Keep what happens to messages, for people to look at.'),
  retention: milliseconds(366 * DAY)
    .default(7 * DAY)
    .describe('Milliseconds for which it is kept.'),
  maxBytes: bytes(1024 ** 4)
    .optional()
    .describe(
      'Bytes of it that are kept at most; the oldest go first. Default: 1 GiB, in Redis 64 MiB, in memory 16 MiB.',
    ),
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, 'expected lower-case letters, digits and -')
    .optional()
    .describe(
      'Names the journal in Redis, so that nodes with queues of their own can share one. Default: queue.prefix.',
    ),
})
