/** A mail with attachments: related to its envelope, as programs send them, or as files beside it. */
import { type OutboundMessage, Undeliverable } from '#transport'
import { attachedPiece, delimited, type Multipart, multipart, type Piece } from '#transport/mime'

/** What stands in the header for its type, and its body. */
export interface Attached {
  readonly type: string
  readonly rest: Pick<Multipart, 'size' | 'stream'>
}

/** RFC 2045 §6.7: `=_` is in no text that is quoted-printable or base64. */
const BOUNDARY = '=_waybill-files'

/**
 * SOAP Messages with Attachments §3 and XOP §3 say how the parts are related, whatever carries them: what mail cannot
 * carry as it is goes as base64.
 *
 * @param first  the parts before the attachments, where these are files: each with its header
 * @returns undefined for an envelope that goes alone
 * @throws Undeliverable for good, for an attachment that no header field can describe
 */
export function withAttachments(
  message: OutboundMessage,
  first: () => readonly Buffer[],
): Attached | undefined {
  const { attachments = [], packaging, inReplyTo } = message
  if (packaging !== 'xop' && attachments.length === 0) return undefined
  try {
    // People find files; cid: references are for programs.
    if (packaging === undefined || (packaging === 'attachments' && inReplyTo?.byPeople)) {
      const pieces = attachments.map((one) => attachedPiece(one, 'text'))
      const rest = delimited([...first().map(whole), ...pieces], BOUNDARY)
      return { type: `multipart/mixed; boundary="${BOUNDARY}"`, rest }
    }
    const { contentType, ...rest } = multipart(message, 'text')
    return { type: folded(contentType), rest }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Undeliverable(error.message, { unsent: true, cause: error })
  }
}

function whole(part: Buffer): Piece {
  return { head: part, size: 0, content: () => [] }
}

/** RFC 5322 §2.1.1: lines of at most 998 characters; each parameter on its own. */
function folded(type: string): string {
  return type.replace(/; (?=[a-z-]+=)/g, ';\r\n ')
}
