/** Reads and decompresses the body of a request, and never more of it than allowed. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import {
  createGunzip,
  createInflate,
  createInflateRaw,
  type Gunzip,
  type Inflate,
  type InflateRaw,
} from 'node:zlib'
import type { ContentCoding } from './decode.js'
import { HttpRefusal } from './status.js'

/** The peer closed the connection before its request was complete, so nobody gets an answer. */
export class PeerGone extends Error {}

/**
 * @param most  bytes of the body as it comes, and of the decompressed body
 * @throws HttpRefusal 413 beyond that, 400 for a body that cannot be decompressed
 * @throws PeerGone
 */
export async function readBody(
  request: IncomingMessage,
  coding: ContentCoding,
  most: number,
): Promise<Buffer> {
  if (coding === 'identity') return collect(request, request, most)
  const raw = await collect(request, request, most)
  const inflate = inflaterFor(coding, raw)
  const body = collect(inflate, request, most)
  inflate.end(raw)
  const inflated = await body
  // zlib ignores bytes behind the end of a deflate stream, but not behind a gzip member.
  if (coding === 'deflate' && inflate.bytesWritten < raw.length) {
    throw new HttpRefusal(400, 'coding')
  }
  return inflated
}

/** "deflate" is the zlib format (RFC 9110 §8.4.1.2), but some senders omit the wrapper. */
function inflaterFor(coding: ContentCoding, raw: Buffer): Gunzip | Inflate | InflateRaw {
  if (coding === 'gzip') return createGunzip()
  const [first = 0, second = 0] = raw
  const wrapped = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
  return wrapped ? createInflate() : createInflateRaw()
}

/** Not `for await`: leaving such a loop destroys the request, and then it cannot be answered. */
function collect(source: Readable, request: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = new Gathered()
    const settle = (action: () => void) => {
      source.off('data', onData).off('end', onEnd).off('error', onError)
      request.off('close', onClose)
      // Late errors of a finished stream need a listener, or they would end the process.
      source.on('error', () => undefined)
      if (source !== request) source.destroy()
      action()
    }
    const onData = (piece: Buffer) => {
      if (body.length + piece.length > most) {
        settle(() => reject(new HttpRefusal(413, 'body')))
        request.resume()
      } else body.add(piece)
    }
    const onEnd = () => settle(() => resolve(body.bytes))
    const onError = () =>
      settle(() => reject(source === request ? new PeerGone() : new HttpRefusal(400, 'coding')))
    const onClose = () => {
      if (!request.complete) settle(() => reject(new PeerGone()))
    }
    source.on('data', onData).on('end', onEnd).on('error', onError)
    request.on('close', onClose)
  })
}

/**
 * Copies a body into one buffer as it comes. A kept chunk costs hundreds of bytes and keeps the whole
 * read buffer that it is a part of, and a peer can send a chunk for each byte.
 */
class Gathered {
  length = 0
  #buffer: Buffer = Buffer.alloc(0)

  add(piece: Buffer): void {
    const length = this.length + piece.length
    // Most bodies come in one chunk, which is used as it is.
    if (this.length === 0) this.#buffer = piece
    else {
      if (length > this.#buffer.length) this.#grow(Math.max(length, 2 * this.#buffer.length))
      piece.copy(this.#buffer, this.length)
    }
    this.length = length
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.length)
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafe(size)
    this.bytes.copy(larger)
    this.#buffer = larger
  }
}
