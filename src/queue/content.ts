/** The bytes of a job, which are kept beside it: its envelope, and what came along with that. */
import type { Attachment } from '../transport.js'
import { HeldBinary } from '../xml/binary.js'
import type { Edit } from './admin.js'
import type { InvokeJob, Job } from './job.js'

/** Bytes are kept in pieces of so many: neither SQLite nor Redis keeps any number of them in one. */
export const PIECE = 1024 * 1024

type Headless<Kind> = Kind extends Job ? Omit<Kind, 'body' | 'attachments'> : never

/** A job without its bytes, as JSON. */
export interface JobHead {
  readonly job: Headless<Job>
  /** Bytes of the envelope, and of each attachment, which stand behind it. */
  readonly sizes: readonly number[]
  /** Types and names of the attachments. */
  readonly attachments?: readonly Omit<Attachment, 'content'>[]
}

export function takenApart(whole: Job): { readonly head: JobHead; readonly content: Uint8Array } {
  const { body, attachments = [], ...job } = whole as InvokeJob
  const parts = [body, ...attachments.map(({ content }) => heldOf(content))]
  const head = {
    job,
    sizes: parts.map(({ length }) => length),
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ content: _, ...rest }) => rest),
    }),
  }
  return { head, content: joined(parts) }
}

/** @throws RangeError if there are not as many bytes as the head says */
export function putTogether({ job, sizes, attachments }: JobHead, content: Uint8Array): Job {
  const all = sizes.reduce((sum, size) => sum + size, 0)
  if (all !== content.length) throw new RangeError(`${content.length} bytes are kept of ${all}`)
  const [body = content, ...bodies] = cut(content, sizes)
  if (job.kind !== 'invoke' || !attachments) return { ...job, body }
  const whole = attachments.map((rest, index) => ({
    ...rest,
    content: new HeldBinary(bodies[index] ?? EMPTY),
  }))
  return { ...job, body, attachments: whole }
}

/** The head of a job that has another envelope: it stands for the same message, and no claim is bound to it. */
export function editedHead({ job, sizes, ...rest }: JobHead, edit: Edit): JobHead {
  const { claim: _, charset: __, ...kept } = job
  const label = { ...job.label, operation: edit.operation ?? job.label.operation }
  const edited = { ...kept, id: edit.id, accepted: Date.now(), charset: edit.charset, label }
  return { ...rest, job: edited, sizes: [edit.body.length, ...sizes.slice(1)] }
}

/** The envelope alone. */
export function envelopeIn({ sizes }: JobHead, content: Uint8Array): Uint8Array {
  return content.subarray(0, sizes[0])
}

/** Bytes in pieces of at most `PIECE`; one empty piece if there are none. */
export function piecesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / PIECE))
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * PIECE, (index + 1) * PIECE),
  )
}

/** Bytes in a buffer of their own: what came off a connection may be a part of something much larger. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function heldOf(content: Attachment['content']): Uint8Array {
  if (content instanceof HeldBinary) return content.held
  throw new TypeError('the bytes of an attachment are not in memory')
}

const EMPTY = new Uint8Array()

function cut(content: Uint8Array, sizes: readonly number[]): readonly Uint8Array[] {
  let start = 0
  return sizes.map((size) => {
    start += size
    return content.subarray(start - size, start)
  })
}
