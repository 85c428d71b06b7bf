/** Finds the attachment that a part of a security block names: there must be one, and no other of its id. */
import type { Attachment } from '../../message/message.js'
import { SecurityFailure } from '../failure.js'

/** @throws SecurityFailure */
export function checkAttachment(
  wanted: string,
  { attachments = [] }: { readonly attachments?: readonly Pick<Attachment, 'id'>[] | undefined },
): void {
  const named = attachments.filter(({ id }) => id === wanted)
  if (named.length === 1) return
  const why = named.length === 0 ? 'there is no attachment' : 'two attachments are'
  throw new SecurityFailure('InvalidSecurity', `${why} cid:${wanted}`)
}
