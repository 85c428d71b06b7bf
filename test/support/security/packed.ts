/** Moves texts of a message into parts, as a sender with MTOM does that knows nothing of what they are. */
import type { Attachment } from '../../../src/message/message.js'
import { HeldBinary } from '../../../src/xml/binary.js'

const XOP = 'http://www.w3.org/2004/08/xop/include'

export const include = (id: string) => `<xop:Include xmlns:xop="${XOP}" href="cid:${id}"/>`

export const part = (id: string, bytes: Uint8Array): Attachment => ({
  contentType: 'application/octet-stream',
  id,
  content: new HeldBinary(bytes),
})

export interface Packed {
  readonly body: string
  readonly attachments: readonly Attachment[]
}

/** @param names  local names of the elements whose base64 goes */
export function packed(text: string, names: readonly string[]): Packed {
  const attachments: Attachment[] = []
  const element = new RegExp(
    `(<(?:[\\w-]+:)?(?:${names.join('|')})(?: [^<>]*)?>)([A-Za-z0-9+/]+=*)(?=</)`,
    'g',
  )
  const body = text.replace(element, (_, start: string, base64: string) => {
    const id = `${attachments.length}@packed.example`
    attachments.push(part(id, Buffer.from(base64, 'base64')))
    return start + include(id)
  })
  return { body, attachments }
}

/** The same with other bytes in one of its parts. */
export function spoiled({ body, attachments }: Packed, which: number): Packed {
  const { id = '', content } = attachments[which] ?? {}
  if (!(content instanceof HeldBinary)) throw new Error(`there is no part ${which}`)
  const other = Buffer.from(content.held)
  other[other.length - 1] = (other[other.length - 1] ?? 0) ^ 1
  return { body, attachments: attachments.with(which, part(id, other)) }
}
