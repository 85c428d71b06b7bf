/** Reads the bytes of a mail: header fields and parts, transfer encodings decoded, within limits. */

import { fileNameOf } from './file-name.js'
import { Headers } from './headers.js'
import { MalformedMime } from './malformed.js'
import { readStructured, type Structured } from './structured.js'
import { decodeTransfer } from './transfer.js'

/** Bounds of what a mail may hold. */
export interface MimeLimits {
  /** Bytes of all header fields, those of parts included. */
  readonly maxHeader: number
  /** Header fields, those of parts included. */
  readonly maxHeaders: number
  readonly maxParts: number
  /** Levels of parts within parts. */
  readonly maxDepth: number
}

/** A mail, or a part of one. */
export interface Part {
  /** Header and all, as it came. */
  readonly bytes: Uint8Array
  readonly headers: Headers
  /** `text/plain` if there is no Content-Type. */
  readonly type: Structured
  readonly fileName: string | undefined
  /** Empty unless the type is a multipart one. */
  readonly parts: readonly Part[]
  /**
   * Bytes of a part without parts, decoded once; their character encoding is not undone.
   *
   * @throws MalformedMime if they are not in the transfer encoding that the part names
   */
  body(): Uint8Array
}

/** What the parts not yet read may still use of the limits. */
interface Rest {
  headers: number
  header: number
  parts: number
}

const PLAIN: Structured = { value: 'text/plain', parameters: new Map() }

/**
 * postal-mime is only used in tests, to compare with: it makes an object of every line, and needs 58 s
 * and 4.9 GB for 10 MB of empty lines.
 *
 * @param bytes  the mail as it came, dots unstuffed
 * @throws MalformedMime beyond a limit, or for a mail that two readers could understand differently
 */
export function readMail(bytes: Uint8Array, limits: MimeLimits): Part {
  const rest = { headers: limits.maxHeaders, header: limits.maxHeader, parts: limits.maxParts }
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return readPart(whole, rest, limits.maxDepth)
}

function readPart(bytes: Buffer, rest: Rest, depth: number): Part {
  rest.parts -= 1
  if (rest.parts < 0 || depth < 0) throw new MalformedMime('too many parts')
  const end = endOfHeader(bytes)
  const headers = readHeaders(bytes.subarray(0, end), rest)
  const typed = headers.get('content-type')
  const type = typed === undefined ? PLAIN : readStructured(typed)
  const body = bytes.subarray(afterLine(bytes, end))
  const parts: Part[] = []
  if (type.value.startsWith('multipart/')) {
    for (const piece of split(body, type.parameters.get('boundary') ?? '', rest.parts)) {
      parts.push(readPart(piece, rest, depth - 1))
    }
  }
  const encoding = headers.get('content-transfer-encoding')
  let decoded: Uint8Array | undefined
  return {
    bytes,
    headers,
    type,
    fileName: fileNameOf(headers, type),
    parts,
    body: () => {
      decoded ??= parts.length > 0 ? new Uint8Array() : decodeTransfer(body, encoding)
      return decoded
    },
  }
}

function readHeaders(bytes: Buffer, rest: Rest): Headers {
  rest.header -= bytes.length
  if (rest.header < 0) throw new MalformedMime('too many bytes of header fields')
  const headers = new Headers(bytes)
  rest.headers -= headers.count
  if (rest.headers < 0) throw new MalformedMime('too many header fields')
  return headers
}

const CR = 0x0d
const LF = 0x0a
const DASH = 0x2d

/** Where the empty line begins that ends the header; the end of the bytes if there is none. */
function endOfHeader(bytes: Buffer): number {
  for (let at = 0; at !== -1; at = bytes.indexOf(LF, at) + 1 || -1) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] === LF)) return at
  }
  return bytes.length
}

/** Where the line after the one at `from` begins. */
function afterLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(LF, from)
  return end === -1 ? bytes.length : end + 1
}

/**
 * RFC 2046 §5.1.1: parts are separated by lines `--boundary`, and `--boundary--` ends the last one; the
 * line break before such a line belongs to it.
 *
 * @throws MalformedMime if there is no such end, or there are more than `most` parts
 */
function split(body: Buffer, boundary: string, most: number): readonly Buffer[] {
  if (!/^[!-~ ]{0,69}[!-~]$/.test(boundary)) throw new MalformedMime('no boundary')
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  const pieces: Buffer[] = []
  let start = -1
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + 2)) {
    if (at > 0 && body[at - 1] !== LF) continue
    const tail = at + delimiter.length
    const last = body[tail] === DASH && body[tail + 1] === DASH
    const next = afterLine(body, tail)
    if (
      !/^[ \t]*\r?\n?$/.test(
        body.toString('latin1', last ? tail + 2 : tail, Math.min(next, tail + 99)),
      )
    )
      continue
    if (start !== -1) pieces.push(body.subarray(start, Math.max(start, beforeBreak(body, at))))
    if (last) return pieces
    if (pieces.length >= most) throw new MalformedMime('too many parts')
    start = next
  }
  throw new MalformedMime('the last part has no end')
}

function beforeBreak(body: Buffer, at: number): number {
  return body[at - 2] === CR ? at - 2 : at - 1
}
