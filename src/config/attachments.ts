/** The part of the configuration about what comes beside envelopes: where it is kept, and how much of it may come. */
import { z } from 'zod'
import { sizeText } from '../base/units.js'
import { DEFAULT_BOUNDS } from '../message/spool/index.js'
import { count, folder, size } from './kinds.js'

export const attachments = z.strictObject({
  folder: folder()
    .optional()
    .describe(
      'Folder on disk for attachments while their exchange lasts, which nobody sees there. Default: that of the system for temporary files.',
    ),
  maxOnDisk: size({ most: 1024 ** 5 })
    .prefault(sizeText(DEFAULT_BOUNDS.maxOnDisk))
    .describe('Size of those of all messages together; one that does not fit is refused for now.'),
  maxInMemory: count(1024 ** 3)
    .default(DEFAULT_BOUNDS.maxInMemory)
    .describe(
      'Bytes of attachments of one message that stand for values or are signed, which are loaded into memory; of all messages together four times as many.',
    ),
  maxCount: count(10_000).default(DEFAULT_BOUNDS.maxCount).describe('Attachments of one message.'),
  maxSize: count(1024 ** 4)
    .default(DEFAULT_BOUNDS.maxSize)
    .describe('Bytes of one attachment.'),
  maxTotal: size({ most: 1024 ** 4 })
    .prefault(sizeText(DEFAULT_BOUNDS.maxTotal))
    .describe('Size of all attachments of one message.'),
})
