/** What came of a job as a queue keeps it: the bytes of its answer apart from what is said of them. */
import type { OutboundMessage } from '../../message/message.js'
import { type BlobStore, blobsOf, type Kept, type KeptAttachment, restored } from './blobs.js'
import { joined } from './content.js'
import type { JobResult } from './job.js'

type Answer = Extract<JobResult, { readonly kind: 'reply' | 'fault' }>
type StoredAnswer = Answer extends infer Kind
  ? Kind extends Answer
    ? Omit<Kind, 'message'> & { readonly message: StoredMessage } & Opening
    : never
  : never

/** Of a run that threw: its message may run once more. */
interface Opening {
  readonly open?: true | undefined
}

/** Its text is empty, and stands with the small attachments in the bytes beside it. */
interface StoredMessage extends Omit<OutboundMessage, 'attachments'> {
  readonly attachments?: readonly KeptAttachment[] | undefined
}

/** A result as JSON. */
export type StoredResult = Exclude<JobResult, Answer> | StoredAnswer

/** @param kept  the attachments of its answer */
export function resultApart(
  result: JobResult,
  { attachments, beside }: Pick<Kept, 'attachments' | 'beside'>,
): { readonly result: StoredResult; readonly answer: Uint8Array | undefined } {
  if (result.kind !== 'reply' && result.kind !== 'fault') return { result, answer: undefined }
  const { attachments: _, body, ...message } = result.message
  const stored = attachments.length > 0 ? { ...message, attachments } : message
  return {
    result: { ...result, message: { ...stored, body: '' } },
    answer: joined([Buffer.from(body), ...beside]),
  }
}

/** @param answer  the bytes beside it */
export function resultTogether(
  result: StoredResult,
  answer: Uint8Array,
  store: BlobStore,
): JobResult {
  if (result.kind !== 'reply' && result.kind !== 'fault') return result
  const { attachments, ...message } = result.message
  const small = (attachments ?? []).filter(({ blob }) => blob === undefined)
  const end = answer.length - small.reduce((sum, { size }) => sum + size, 0)
  const body = Buffer.from(answer.buffer, answer.byteOffset, end).toString('utf8')
  if (!attachments) return { ...result, message: { ...message, body } }
  const whole = restored(attachments, answer.subarray(end), store)
  return { ...result, message: { ...message, body, attachments: whole } }
}

/** The attachments of the answer that a result is. */
export function attachmentsOf(result: JobResult): OutboundMessage['attachments'] {
  return result.kind === 'reply' || result.kind === 'fault' ? result.message.attachments : undefined
}

export function blobsIn(result: StoredResult): readonly string[] {
  return result.kind === 'reply' || result.kind === 'fault'
    ? blobsOf(result.message.attachments)
    : []
}
