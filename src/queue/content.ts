/** What of a job may be large, as one text: its envelope, and what came along with that. */
import type { Job, KeptAttachment } from './job.js'

type Headless<Kind> = Kind extends Job ? Omit<Kind, 'body' | 'attachments'> : never
/** A job without what may be large. */
export type JobHead = Headless<Job>

/** XML 1.0 §2.2: no character of XML, so that it stands in no envelope. */
const BEHIND_ENVELOPE = '\u001e'

export function takenApart(job: Job): { readonly head: JobHead; readonly content: string } {
  if (job.kind !== 'invoke' || !job.attachments?.length) {
    const { body, ...head } = job
    return { head, content: body }
  }
  const { body, attachments, ...head } = job
  return { head, content: `${body}${BEHIND_ENVELOPE}${JSON.stringify(attachments)}` }
}

export function putTogether(head: JobHead, content: string): Job {
  const [body = '', attachments] = content.split(BEHIND_ENVELOPE, 2)
  if (head.kind !== 'invoke' || attachments === undefined) return { ...head, body }
  return { ...head, body, attachments: JSON.parse(attachments) as readonly KeptAttachment[] }
}

/** The envelope alone. */
export function envelopeIn(content: string): string {
  return content.split(BEHIND_ENVELOPE, 1)[0] ?? ''
}
