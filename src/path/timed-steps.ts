/** The steps of the path that take time: each has a span of its name, where spans are recorded. */
import { dispatch } from './dispatch.js'
import { processHeaders } from './headers.js'
import { read } from './read.js'
import { record } from './record.js'
import { reply } from './reply.js'
import type { Timed } from './timed.js'
import { validate } from './validate.js'
import { verify } from './verify.js'

export type TimedSteps = ReturnType<typeof timedSteps>

export const timedSteps = (timed: Timed) => ({
  read: timed('read', read),
  verify: timed('verify', verify),
  validate: timed('validate', validate),
  record: timed('record', record),
  processHeaders: timed('headers', processHeaders),
  dispatch: timed('invoke', dispatch),
  reply: timed('reply', reply),
})
