/** The part of the configuration about what comes beside envelopes: where it is kept, and how much of it may come. */
import { z } from 'zod'
import { count, text } from './kinds.js'

export const attachments = z.strictObject({
  folder: text()
    .optional()
    .describe(
      'Folder on disk for attachments while their exchange lasts, which nobody sees there. Default: that of the system for temporary files.',
    ),
  maxOnDisk: count(1024 ** 5)
    .default(4 * 1024 ** 3)
    .describe('Bytes there of all messages together; one that does not fit is refused for now.'),
  maxCount: count(10_000).default(100).describe('Attachments of one message.'),
  maxSize: count(1024 ** 4)
    .default(256 * 1024 ** 2)
    .describe('Bytes of one attachment.'),
  maxTotal: count(1024 ** 4)
    .default(256 * 1024 ** 2)
    .describe('Bytes of all attachments of one message.'),
})
