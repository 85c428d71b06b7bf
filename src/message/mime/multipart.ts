/** Writes an envelope and its attachments as multipart/related: SOAP Messages with Attachments, or XOP (MTOM). */
import { randomId } from '../../base/time.js'
import { MEDIA_TYPES } from '../../soap/version.js'
import { quotedAction } from '../action.js'
import type { Attachment, OutboundMessage } from '../message.js'
import { base64Lines, linesLength } from './base64-lines.js'
import { fieldsOf, writeFields } from './part-fields.js'
import { transferEncode } from './transfer-encoding.js'

/** A whole multipart body, to be read as often as wanted. */
export interface Multipart {
  /** Media type with its parameters. */
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  stream(): AsyncIterable<Uint8Array>
}

/** `binary` over HTTP; `text` where bytes have to be lines of ASCII, as in mail. */
export type Transfer = 'binary' | 'text'

type Envelope = Pick<OutboundMessage, 'body' | 'soap' | 'action' | 'attachments' | 'packaging'>

/** A part: its header with the empty line behind it, and its content as it is written. */
export interface Piece {
  readonly head: Buffer
  readonly size: number
  content(): AsyncIterable<Uint8Array> | readonly Uint8Array[]
}

/** False for an envelope that goes alone. */
export function isMultipart({ attachments = [], packaging }: Envelope): boolean {
  return packaging === 'xop' || attachments.length > 0
}

/** @throws TypeError for an attachment whose type, name or id no header field can have */
export function multipart(message: Envelope, transfer: Transfer = 'binary'): Multipart {
  const boundary = `waybill-${randomId()}`
  const root = `envelope-${randomId()}@waybill`
  const pieces = [
    rootPiece(message, root, transfer),
    ...(message.attachments ?? []).map((attachment) => attachedPiece(attachment, transfer)),
  ]
  return { contentType: contentTypeOf(message, boundary, root), ...delimited(pieces, boundary) }
}

/** RFC 2046 §5.1.1: the parts between lines of the boundary. */
export function delimited(
  pieces: readonly Piece[],
  boundary: string,
): Pick<Multipart, 'size' | 'stream'> {
  const delimiter = Buffer.from(`\r\n--${boundary}\r\n`, 'latin1')
  const first = delimiter.subarray(2)
  const end = Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1')
  const around = pieces.length * delimiter.length - 2 + end.length
  return {
    size: pieces.reduce((sum, { head, size }) => sum + head.length + size, around),
    async *stream() {
      let before = first
      for (const { head, content } of pieces) {
        yield Buffer.concat([before, head])
        yield* content()
        before = delimiter
      }
      yield end
    },
  }
}

/**
 * RFC 2387 §3.4: the type of the root, and which part it is. XOP §4.1, MTOM §3.2: `start-info` is what the root's
 * type would be without XOP.
 */
function contentTypeOf(
  { soap, action, packaging }: Envelope,
  boundary: string,
  root: string,
): string {
  const media = MEDIA_TYPES[soap]
  const about =
    packaging === 'xop'
      ? `type="application/xop+xml"; start="<${root}>"; start-info="${media}"`
      : `type="${media}"; start="<${root}>"`
  const type = `multipart/related; ${about}; boundary="${boundary}"`
  return type + actionOf(soap, action)
}

/** RFC 3902: the action of 1.2 is a parameter of its media type. */
function actionOf(soap: Envelope['soap'], action: string | undefined): string {
  if (soap === '1.1' || action === undefined) return ''
  return `; action=${quotedAction(action)}`
}

function rootPiece(
  { body, soap, action, packaging }: Envelope,
  id: string,
  transfer: Transfer,
): Piece {
  const media = MEDIA_TYPES[soap]
  // XOP §5: `type` is the content type of what is packaged.
  const type =
    packaging === 'xop'
      ? `application/xop+xml; charset=UTF-8; type="${media}"`
      : `${media}; charset=UTF-8`
  const bytes = Buffer.from(body, 'utf8')
  const encoded = transfer === 'text' ? transferEncode(bytes) : { encoding: '8bit', lines: bytes }
  const head = writeFields([
    ['Content-Type', type + actionOf(soap, action)],
    ['Content-Transfer-Encoding', encoded.encoding],
    ['Content-ID', `<${id}>`],
  ])
  return { head, size: encoded.lines.length, content: () => [encoded.lines] }
}

export function attachedPiece(attachment: Attachment, transfer: Transfer): Piece {
  const { content } = attachment
  const fields = attachment.fields ?? fieldsOf(attachment)
  const encoding = transfer === 'text' ? 'base64' : 'binary'
  const head = writeFields([...fields, ['Content-Transfer-Encoding', encoding]])
  return transfer === 'text'
    ? { head, size: linesLength(content.size), content: () => base64Lines(content.stream()) }
    : { head, size: content.size, content: () => content.stream() }
}
