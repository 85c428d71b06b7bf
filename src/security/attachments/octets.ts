/** The octets of an attachment that a signature is over: in the canonical form of its media type. */
import type { Attachment } from '../../message/message.js'
import { fieldsOf } from '../../message/mime/part-fields.js'
import { canonicalizing } from '../../xml/canonical.js'
import { decodeText } from '../../xml/charset.js'
import { DEFAULT_XML_LIMITS } from '../../xml/limits.js'
import { readDocument } from '../../xml/read.js'
import { Unreadable } from '../../xml/unreadable.js'
import { atOnce } from '../../xml/walk.js'
import { SecurityFailure } from '../failure.js'
import { canonicalFields } from './canonical-fields.js'

/** Bytes of XML that is read at once for its canonical form: other XML has no signature here. */
const MAX_XML_BYTES = 64 * 1024
const [CR, LF] = [0x0d, 0x0a]

/**
 * @param counts  is notified of the octets as they are made, and may throw
 * @throws SecurityFailure for XML that cannot be canonicalized here
 */
export async function* signedOctets(
  attachment: Attachment,
  complete: boolean,
  counts: (octets: number) => void,
): AsyncGenerator<Uint8Array> {
  if (complete) {
    const fields = Buffer.from(canonicalFields(attachment.fields ?? fieldsOf(attachment)), 'utf8')
    counts(fields.length)
    yield fields
  }
  const type = attachment.contentType.replace(/;.*$/s, '').trim().toLowerCase()
  // SwA Profile 1.1 §5.4.2: XML in exclusive canonical form, text with the line ends of RFC 2045, others as they are.
  if (/^(?:text|application)\/xml(?:-external-parsed-entity)?$|\+xml$/.test(type)) {
    yield await canonicalXml(attachment, counts)
    return
  }
  const { content } = attachment
  const portions = type.startsWith('text/') ? withLineEnds(content.stream()) : content.stream()
  for await (const portion of portions) {
    counts(portion.length)
    yield portion
  }
}

async function canonicalXml(
  { content, contentType }: Attachment,
  counts: (octets: number) => void,
): Promise<Uint8Array> {
  if (content.size > MAX_XML_BYTES) {
    throw new SecurityFailure(
      'UnsupportedAlgorithm',
      `XML of more than ${MAX_XML_BYTES} bytes is signed`,
    )
  }
  const charset = /;[ \t]*charset="?([^\s";]+)/i.exec(contentType)?.[1]
  try {
    const root = readDocument(decodeText(await content.bytes(), charset), DEFAULT_XML_LIMITS)
    let text = ''
    atOnce(
      canonicalizing(root, {}, (piece) => {
        counts(Buffer.byteLength(piece, 'utf8'))
        text += piece
      }),
    )
    return Buffer.from(text, 'utf8')
  } catch (cause) {
    if (!(cause instanceof Unreadable)) throw cause
    const why = `a signed attachment is no XML that is read here: ${cause.message}`
    throw new SecurityFailure('FailedCheck', why, { cause })
  }
}

/** RFC 2045 §2.10: lines end in CR LF. */
async function* withLineEnds(portions: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last = 0
  for await (const portion of portions) {
    const out = Buffer.allocUnsafe(2 * portion.length + 1)
    let length = 0
    for (const byte of portion) {
      // A CR by itself ends a line, too: it is known by what follows.
      if (last === CR && byte !== LF) {
        out[length] = LF
        length += 1
      }
      if (byte === LF && last !== CR) {
        out[length] = CR
        length += 1
      }
      out[length] = byte
      length += 1
      last = byte
    }
    yield out.subarray(0, length)
  }
  if (last === CR) yield Buffer.from([LF])
}
