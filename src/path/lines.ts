/** The list of steps that a message takes, and the slices of it that its uses take. */
import { enqueue } from './act/enqueue.js'
import { invoke } from './act/invoke.js'
import { reply } from './act/reply.js'
import { forward } from './forward/forward.js'
import { store } from './forward/store.js'
import { sealRequest } from './leaving/seal.js'
import { claim } from './once/claim.js'
import { refuseReplay } from './once/refuse-replay.js'
import type { Timed } from './parts/timed.js'
import { line, type PartsFor, renewing, slice, timedSlice, whole } from './state/line.js'
import { JUDGED } from './state/values.js'
import { admit } from './steps/admit.js'
import { checkAnswer } from './steps/check-answer.js'
import { checkAttachments } from './steps/check-attachments.js'
import { checkOwnBlocks } from './steps/check-own-blocks.js'
import { correlate } from './steps/correlate.js'
import { processHeaders, task } from './steps/headers.js'
import { keys } from './steps/keys.js'
import { read } from './steps/read.js'
import { record } from './steps/record.js'
import { route } from './steps/route.js'
import { envelope } from './steps/take-envelope.js'
import { target } from './steps/target.js'
import { refuseMissed, understand } from './steps/understand.js'
import { validate } from './steps/validate.js'
import { version } from './steps/version.js'
import { authorize } from './verify/authorize.js'
import { leaveUnsigned, mark } from './verify/only-signed.js'
import { verify } from './verify/verify.js'

/** Where a message goes, and what of it is for this node. */
const ROUTING = [route, target, understand, refuseMissed] as const

/** What is found again in a document once it is decrypted. */
const READING = line(
  ['arrival', 'admission', 'message', 'tree', 'document', 'correlation'],
  [keys, ...ROUTING],
)

/** The SOAP processing model, and what WS-Security adds to it. */
export const PATH = line(
  ['arrival'],
  [
    admit,
    envelope,
    read,
    version,
    keys,
    correlate,
    ...ROUTING,
    renewing(verify, READING),
    authorize,
    renewing(mark, READING),
    leaveUnsigned,
    checkAnswer,
    validate,
    checkOwnBlocks,
    checkAttachments,
    refuseReplay,
    record,
    claim,
    processHeaders,
    task,
  ],
)

/** What is done with a message then: its operation runs, now or later, or it is sent on. */
const PROCESSED = [...JUDGED, 'admission', 'once', 'handled', 'task'] as const
const INVOKED = line(PROCESSED, [invoke, reply])
const ENQUEUED = line(PROCESSED, [enqueue])
const FORWARDED = line(PROCESSED, [forward, store])
const SENT = line(['route', 'passage'], [sealRequest])

/** The steps of each end of the path. */
export const ENDS = [...INVOKED, ...ENQUEUED, ...FORWARDED, ...SENT]

/** Who is there, and whether they may come in. */
export const ADMITTED = slice(PATH, 'admit', 'admit')

/** An answer of the next node, on the connection by which it was asked for. */
export const ANSWER = slice(PATH, 'read', 'task')

/** What says where the answer to a message goes, without running anything. */
export const ADDRESSES = slice(PATH, 'read', 'understand')

/** What an envelope says, before anybody asks who sends it. */
export const READ = slice(PATH, 'read', 'keys')

/** Where a message goes, and which of its header blocks are for this node. */
export const ROUTED = slice(PATH, 'route', 'target')

/** Whether what has come so far would be taken. */
export const HELD = slice(PATH, 'understand', 'own-blocks')

/** A message as it leaves for the next node. */
export const SEALED = whole(SENT)

/** Whether a job that was edited would run. */
export const EDITED = slice(PATH, 'route', 'validate')

/** What of a node says whether it would. */
export type EditParts = PartsFor<typeof READ> & PartsFor<typeof ADMITTED> & PartsFor<typeof EDITED>

/** The slices of a node, in which steps record how long they take. */
export const linesOf = (timed: Timed) => ({
  admitted: timedSlice(timed, ADMITTED),
  judged: timedSlice(timed, slice(PATH, 'envelope', 'record')),
  claimed: timedSlice(timed, slice(PATH, 'claim', 'claim')),
  processed: timedSlice(timed, slice(PATH, 'headers', 'task')),
  answered: timedSlice(timed, whole(INVOKED)),
  invoked: timedSlice(timed, slice(INVOKED, 'invoke', 'invoke')),
  replied: timedSlice(timed, slice(INVOKED, 'reply', 'reply')),
  enqueued: timedSlice(timed, whole(ENQUEUED)),
  forwarded: timedSlice(timed, slice(FORWARDED, 'forward', 'forward')),
  sealed: SEALED,
  stored: timedSlice(timed, slice(FORWARDED, 'store', 'store')),
})

export type Lines = ReturnType<typeof linesOf>
