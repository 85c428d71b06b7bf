/** The bytes of a job, which are kept beside it: its envelope, and what came along with that and is small. */

import { wallTime } from '../../base/time.js'
import { joinedKeys } from '../../message/events/keys.js'
import type { Edit } from './admin.js'
import { type BlobStore, type Kept, type KeptAttachment, restored } from './blobs.js'
import type { DirectRun, Job } from './job.js'

type Headless<Kind> = Kind extends Job | DirectRun ? Omit<Kind, 'body' | 'attachments'> : never

/** A job without its bytes, as JSON. */
export interface JobHead {
  readonly job: Headless<Job | DirectRun>
  /** Bytes of the envelope, and of each attachment that has no blob, which stand behind it. */
  readonly sizes: readonly number[]
  /** What is said of the attachments; no `size` was kept by version 0.2. */
  readonly attachments?: readonly (Omit<KeptAttachment, 'size'> & { readonly size?: number })[]
}

export function takenApart(
  whole: Job | DirectRun,
  { attachments, beside }: Pick<Kept, 'attachments' | 'beside'> = { attachments: [], beside: [] },
): { readonly head: JobHead; readonly content: Uint8Array } {
  const { body, attachments: _, ...job } = whole
  const parts = [body, ...beside]
  const head = {
    job,
    sizes: parts.map(({ length }) => length),
    ...(attachments.length > 0 && { attachments }),
  }
  return { head, content: joined(parts) }
}

/** @throws RangeError if there are not as many bytes as the head says, or it is that of no job */
export function putTogether(head: JobHead, content: Uint8Array, store: BlobStore): Job {
  const { job, sizes, attachments } = head
  if (job.kind === 'direct') throw new RangeError('it is a run that was never a job')
  const all = sizes.reduce((sum, size) => sum + size, 0)
  if (all !== content.length) throw new RangeError(`${content.length} bytes are kept of ${all}`)
  const body = envelopeIn(head, content)
  if (!attachments) return { ...job, body }
  const beside = content.subarray(body.length)
  return { ...job, body, attachments: restored(attachmentsIn(head), beside, store) }
}

/** What is kept of the attachments of a job. */
export function attachmentsIn({
  sizes,
  attachments = [],
}: Pick<JobHead, 'sizes' | 'attachments'>): readonly KeptAttachment[] {
  const rest = sizes.slice(1)
  return attachments.map((one) => {
    if (one.blob !== undefined) return { ...one, size: one.size ?? 0 }
    return { ...one, size: rest.shift() ?? 0 }
  })
}

/** The head of a job that has another envelope: it stands for the same message, and no claim is bound to it. */
export function editedHead({ job, sizes, ...rest }: JobHead, edit: Edit): JobHead {
  const { claim: _, charset: __, ...kept } = job
  const label = {
    ...job.label,
    operation: edit.operation ?? job.label.operation,
    // Those of before, too: somebody may look for it by a value that was wrong.
    keys: joinedKeys(edit.keys, job.label.keys),
  }
  const edited = { ...kept, id: edit.id, accepted: wallTime(), charset: edit.charset, label }
  return { ...rest, job: edited, sizes: [edit.body.length, ...sizes.slice(1)] }
}

/** The envelope alone. */
export function envelopeIn({ sizes }: JobHead, content: Uint8Array): Uint8Array {
  return content.subarray(0, sizes[0])
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
