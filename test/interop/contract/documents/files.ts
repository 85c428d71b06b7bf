/** The operations with bytes beside the envelope: in the place of a value, and for themselves. */
import { type Operation, operation } from '#plugin'
import type { Attach, AttachResponse, Store, StoreResponse } from './documents.types.js'
import { named, schema } from './names.js'

export const files: readonly Operation[] = [
  operation<Store, StoreResponse>({
    name: named('Store'),
    schema,
    invoke: ({ content }, { attachments }) => ({ parts: attachments.length, content }),
  }),
  operation<Attach, AttachResponse>({
    name: named('Attach'),
    schema,
    safe: true,
    invoke: (_, { attachments }) => ({
      parts: attachments.length,
      size: attachments.reduce((sum, { content }) => sum + content.size, 0),
    }),
  }),
]
