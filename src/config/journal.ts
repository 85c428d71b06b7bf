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
    .default(1024 ** 3)
    .describe('Bytes of it that are kept at most; the oldest go first.'),
})
