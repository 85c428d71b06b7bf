/** The part of the configuration about what comes beside envelopes: where it is kept, and how much of it may come. */
import { z } from 'zod'
import { sizeText } from '../base/units.js'
import { DEFAULT_BOUNDS } from '../message/spool/index.js'
import { folder, size } from './kinds.js'

export const attachments = z.strictObject({
  folder: folder()
    .optional()
    .describe(
      'Folder on disk for attachments while their exchange lasts, which nobody sees there. Default: that of the system for temporary files.',
    ),
  maxOnDisk: size({ most: 1024 ** 5 })
    .prefault(sizeText(DEFAULT_BOUNDS.maxOnDisk))
    .describe('Size of those of all messages together; one that does not fit is refused for now.'),
  maxTotal: size({ most: 1024 ** 4 })
    .prefault(sizeText(DEFAULT_BOUNDS.maxTotal))
    .describe('Size of all attachments of one message.'),
})
