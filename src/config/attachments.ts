/** The part of the configuration about what comes beside envelopes: where it is kept, and how much of it may come. */
import { z } from 'zod'
import { DEFAULT_BOUNDS } from '../message/spool/index.js'
import { count, text } from './kinds.js'

export const attachments = z.strictObject({
  folder: text()
    .optional()
    .describe(
      'Folder on disk for attachments while their exchange lasts, which nobody sees there. Default: that of the system for temporary files.',
    ),
  maxOnDisk: count(1024 ** 5)
    .default(DEFAULT_BOUNDS.maxOnDisk)
    .describe('Bytes there of all messages together; one that does not fit is refused for now.'),
  maxTotal: count(1024 ** 4)
    .default(DEFAULT_BOUNDS.maxTotal)
    .describe('Bytes of all attachments of one message.'),
})
