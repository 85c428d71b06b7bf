/** A mail that was read, or a part of one: its fields at once, its bytes when they are asked for. */
import { HeldBinary, type Sliceable } from '../../xml/binary.js'
import type { Spool } from '../spool/index.js'
import { fileNameOf } from './file-name.js'
import type { Headers } from './headers.js'
import type { Structured } from './structured.js'
import { decoded, isIdentity } from './transfer-decoder.js'

/** A mail, or a part of one. */
export interface Part {
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
   * @throws SpoolUnavailable
   */
  body(): Promise<Sliceable>
  /** All of them in memory, as `body` gives them: the same array each time. */
  bytes(): Promise<Uint8Array>
}

/** Where a part stands in its mail. */
export interface LocatedPart {
  readonly headers: Headers
  readonly type: Structured
  readonly start: number
  readonly end: number
  readonly parts: readonly LocatedPart[]
}

/** @param spool  keeps what is decoded of it */
export function partOf(located: LocatedPart, mail: Sliceable, spool: Spool): Part {
  const { headers, type, start, end } = located
  const parts = located.parts.map((part) => partOf(part, mail, spool))
  let content: Sliceable | Promise<Sliceable> | undefined
  let bytes: Promise<Uint8Array> | undefined
  const read = (): Sliceable | Promise<Sliceable> => {
    if (parts.length > 0) return new HeldBinary(new Uint8Array())
    const encoding = headers.get('content-transfer-encoding')
    const content = mail.slice(start, end)
    return isIdentity(encoding) ? content : spool.keep(decoded(content.stream(), encoding))
  }
  const allOf = (content: Sliceable) => content.bytes()
  const part: Part = {
    headers,
    type,
    fileName: fileNameOf(headers, type),
    parts,
    body() {
      content ??= read()
      return Promise.resolve(content)
    },
    bytes() {
      content ??= read()
      bytes ??= content instanceof Promise ? content.then(allOf) : allOf(content)
      return bytes
    },
  }
  return part
}
