/** Reads the body of a request with attachments as it comes: the envelope to memory, the rest to its spool. */
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type AttachmentBounds, MEDIA_TYPES, type Spool, uriInField } from '#transport'
import { MalformedMime, type Related, RelatedReader, TooMuch } from '#transport/mime'
import { type ContentCoding, type EnvelopeHead, PART_HEADERS } from '../protocol/decode.js'
import type { FieldsRead } from '../protocol/header-fields.js'
import { HttpRefusal } from '../protocol/status.js'
import { declaredLength, Gathered, PeerGone } from './body.js'
import type { HeldBody } from './body-memory.js'

/** Bytes in memory that each such request may have beside its envelope. */
const BESIDE = 1024 * 1024 + 256 * 1024

export interface RelatedResources {
  readonly maxBody: number
  readonly bounds: AttachmentBounds
  readonly held: HeldBody
  readonly spool: Spool
}

/**
 * Makes sure of room for it before it is read.
 *
 * @throws HttpRefusal 503
 * @throws SpoolUnavailable
 */
export function reserve(request: FieldsRead, { bounds, held, spool }: RelatedResources): void {
  const length = declaredLength(request)
  held.hold(Math.min(length, BESIDE))
  if (length > BESIDE) spool.reserve(Math.min(length, bounds.maxTotal))
}

/**
 * @throws HttpRefusal 400, 413, 415, 503
 * @throws SpoolUnavailable
 * @throws PeerGone
 */
export async function readRelated(
  request: FieldsRead,
  contentType: string,
  coding: ContentCoding,
  { maxBody, bounds, held, spool }: RelatedResources,
): Promise<Related & { readonly body: Buffer }> {
  const envelope = new Gathered(maxBody, held)
  const sinks = { spool, root: (bytes: Uint8Array) => envelope.add(Buffer.from(bytes)) }
  try {
    const reader = new RelatedReader(contentType, { ...bounds, maxHeader: PART_HEADERS }, sinks)
    await feed(request, coding, (piece) => reader.write(piece))
    return { ...reader.end(), body: envelope.bytes }
  } catch (error) {
    if (!(error instanceof MalformedMime)) throw error
    const status = error instanceof TooMuch ? 413 : 400
    const text = `The multipart message cannot be read: ${error.message}.`
    throw new HttpRefusal(status, `multipart: ${error.message}`, {}, text)
  }
}

/** What the message is, once its root has said it. */
export function withRelated(
  head: EnvelopeHead,
  { mediaType, action, ...rest }: Related,
): EnvelopeHead {
  const { action: type } = head
  const inside = action && uriInField(action)
  const one = mediaType === MEDIA_TYPES['1.2'] ? (inside ?? type) : (type ?? inside)
  return { ...head, ...rest, mediaType, action: one, related: undefined }
}

/** In what has come by then, however many pieces that is: a peer can send a chunk for each byte. */
function feed(
  request: FieldsRead,
  coding: ContentCoding,
  take: (piece: Buffer) => Promise<void>,
): Promise<void> {
  const source = coding === 'identity' ? request : request.pipe(inflater(coding))
  return new Promise((resolve, reject) => {
    let open = true
    const end = (settle: () => void) => {
      if (!open) return
      open = false
      if (source !== request) {
        request.unpipe()
        source.destroy()
      }
      settle()
    }
    const fail = (error: unknown) =>
      end(() => {
        reject(error)
        request.resume()
      })
    const drain = async () => {
      for (let piece = next(source); piece && open; piece = next(source)) await take(piece)
    }
    let work = Promise.resolve()
    // The listeners stay: without one, a late error of a finished stream would end the process.
    source.on('readable', () => {
      work = work.then(drain).catch(fail)
    })
    source.on('end', () => {
      work = work.then(() => end(resolve))
    })
    source.on('error', () =>
      fail(source === request ? new PeerGone() : new HttpRefusal(400, 'coding')),
    )
    request.on('error', () => fail(new PeerGone()))
    request.on('close', () => {
      if (!request.complete) fail(new PeerGone())
    })
  })
}

function next(source: Readable): Buffer | null {
  return source.read()
}

/** @throws HttpRefusal 415 for deflate, which has two forms that only its first bytes distinguish */
function inflater(coding: ContentCoding) {
  if (coding === 'gzip') return createGunzip()
  const text = 'The Content-Encoding of a multipart message must be gzip or identity.'
  throw new HttpRefusal(
    415,
    `content coding ${coding}`,
    { 'Accept-Encoding': 'gzip, identity' },
    text,
  )
}
