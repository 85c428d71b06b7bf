/** Reads and decompresses the body of a request, and never more of it than allowed. */
import type { Readable } from 'node:stream'
import {
  createGunzip,
  createInflate,
  createInflateRaw,
  type Gunzip,
  type Inflate,
  type InflateRaw,
} from 'node:zlib'
import type { ContentCoding } from '../protocol/decode.js'
import type { FieldsRead } from '../protocol/header-fields.js'
import { HttpRefusal } from '../protocol/status.js'
import type { HeldBody } from './body-memory.js'

/** The peer closed the connection before its request was complete, so nobody gets an answer. */
export class PeerGone extends Error {}

/**
 * @param most  bytes of the body as it comes, and of the decompressed body
 * @param held  already has the declared length
 * @throws HttpRefusal 413 beyond that, 400 for a body that cannot be decompressed, 503 for one that
 *   does not fit into memory beside those that are there
 * @throws PeerGone
 */
export function readBody(
  request: FieldsRead,
  coding: ContentCoding,
  most: number,
  held: HeldBody,
): Promise<Buffer> {
  const gathered = new Gathered(most, held, declaredLength(request))
  return collect(request, request, gathered).then(() =>
    coding === 'identity'
      ? gathered.take()
      : inflated(coding, request, { gathered, inflated: new Gathered(most, held) }),
  )
}

async function inflated(
  coding: Exclude<ContentCoding, 'identity'>,
  request: FieldsRead,
  { gathered, inflated }: { readonly gathered: Gathered; readonly inflated: Gathered },
): Promise<Buffer> {
  const raw = gathered.take()
  const inflate = inflaterFor(coding, raw)
  const collected = collect(inflate, request, inflated)
  inflate.end(raw)
  await collected
  gathered.letGo()
  // zlib ignores bytes behind the end of a deflate stream, but not behind a gzip member.
  if (coding === 'deflate' && inflate.bytesWritten < raw.length) {
    throw new HttpRefusal(400, 'coding')
  }
  return inflated.take()
}

/** The parser has checked it; 0 for a chunked body. */
export function declaredLength({ fields }: FieldsRead): number {
  return Number(fields['content-length'] ?? 0)
}

/** "deflate" is the zlib format (RFC 9110 §8.4.1.2), but some senders omit the wrapper. */
function inflaterFor(coding: ContentCoding, raw: Buffer): Gunzip | Inflate | InflateRaw {
  if (coding === 'gzip') return createGunzip()
  const [first = 0, second = 0] = raw
  const wrapped = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
  return wrapped ? createInflate() : createInflateRaw()
}

/**
 * Not `for await`: leaving such a loop destroys the request, and then it cannot be answered. The listeners of a request
 * live on until the next one: they keep nothing of the body.
 */
function collect(source: Readable, request: FieldsRead, body: Gathered): Promise<void> {
  return new Promise((resolve, reject) => {
    let open = true
    const end = () => {
      open = false
      if (source !== request) source.destroy()
    }
    const fail = (error: unknown) => {
      if (!open) return
      end()
      reject(error)
    }
    source.on('data', (piece: Buffer) => {
      if (!open) return
      try {
        body.add(piece)
      } catch (refusal) {
        fail(refusal)
        request.resume()
      }
    })
    source.on('end', () => {
      end()
      resolve()
    })
    // The listeners stay: without one, a late error of a finished stream would end the process.
    source.on('error', () =>
      fail(source === request ? new PeerGone() : new HttpRefusal(400, 'coding')),
    )
    request.on('close', () => {
      if (!request.complete) fail(new PeerGone())
    })
  })
}

const NONE = Buffer.alloc(0)

/**
 * Copies a body into one buffer as it comes. A kept chunk costs hundreds of bytes and keeps the whole
 * read buffer that it is a part of, and a peer can send a chunk for each byte.
 */
export class Gathered {
  readonly #most: number
  readonly #held: HeldBody
  /** Bytes that are counted for it. */
  #room: number
  #length = 0
  #buffer: Buffer = NONE

  /** @param room  bytes that are counted for it already */
  constructor(most: number, held: HeldBody, room = 0) {
    this.#most = most
    this.#held = held
    this.#room = room
  }

  /** @throws HttpRefusal 413, 503 */
  add(piece: Buffer): void {
    const length = this.#length + piece.length
    if (length > this.#most) throw new HttpRefusal(413, 'http.maxBody')
    if (length > this.#room) this.#widen(length)
    // Most bodies come in one chunk, which is used as it is.
    if (this.#length === 0) this.#buffer = piece
    else {
      if (length > this.#buffer.length) this.#grow()
      piece.copy(this.#buffer, this.#length)
    }
    this.#length = length
  }

  /** All that was added, which is not kept here any longer. */
  take(): Buffer {
    const { bytes } = this
    this.#buffer = NONE
    return bytes
  }

  get bytes(): Buffer {
    const whole = this.#buffer
    return whole.length === this.#length ? whole : whole.subarray(0, this.#length)
  }

  /** Its bytes are needed no longer. */
  letGo(): void {
    this.#held.hold(-this.#room)
  }

  /** Twice as much, so that a body in many chunks is copied a few times only. */
  #widen(length: number): void {
    const room = Math.min(this.#most, Math.max(length, 2 * this.#room))
    this.#held.hold(room - this.#room)
    this.#room = room
  }

  #grow(): void {
    const larger = Buffer.allocUnsafe(this.#room)
    this.bytes.copy(larger)
    this.#buffer = larger
  }
}
