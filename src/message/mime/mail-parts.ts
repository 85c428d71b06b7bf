/** Puts together what a mail is made of, from the lines of its headers and its boundaries (RFC 2046 §5.1.1). */
import { Gathered } from './byte-buffer.js'
import { Headers } from './headers.js'
import { MalformedMime } from './malformed.js'
import type { LocatedPart } from './part.js'
import { readStructured, type Structured } from './structured.js'

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

type Read = Pick<LocatedPart, 'headers' | 'type' | 'start'>

/** A part that has begun. */
interface Open {
  /** Undefined while its header comes. */
  read: Read | undefined
  /** What the lines between its parts begin with; undefined if it has none. */
  delimiter: Buffer | undefined
  /** True once its last part has ended. */
  ended: boolean
  readonly parts: LocatedPart[]
}

const PLAIN: Structured = { value: 'text/plain', parameters: new Map() }
const DASH = 0x2d
/** Bytes behind a boundary that are looked at. */
const TAIL = 99

export class MailParts {
  readonly #mail = begun()
  /** The mail, a part of it, a part of that: what has begun and not ended. */
  readonly #open = [this.#mail]
  /** Lines of the header that comes. */
  readonly #header = new Gathered()
  readonly #maxDepth: number
  /** How many bytes of headers, fields and parts may still come. */
  #bytes: number
  #fields: number
  #parts: number

  constructor({ maxHeader, maxHeaders, maxParts, maxDepth }: MimeLimits) {
    this.#maxDepth = maxDepth
    this.#bytes = maxHeader
    this.#fields = maxHeaders
    this.#parts = maxParts - 1
  }

  get inHeader(): boolean {
    return this.#last.read === undefined
  }

  /** True if a boundary may come. */
  get hasBoundary(): boolean {
    return this.#open.some(({ delimiter, ended }) => delimiter !== undefined && !ended)
  }

  get #last(): Open {
    return this.#open.at(-1) ?? this.#mail
  }

  /** @throws MalformedMime if the header that comes is too long with so many more bytes */
  checkHeader(more: number): void {
    if (this.#header.length + more > this.#bytes) {
      throw new MalformedMime('too many bytes of header fields')
    }
  }

  addToHeader(line: Buffer): void {
    this.checkHeader(line.length)
    this.#header.append(line)
  }

  /**
   * @param start   where the content begins
   * @param before  bytes at the end of the header that are none of it
   */
  endHeader(start: number, before = 0): Read {
    const { bytes: lines, length } = this.#header
    const bytes = Buffer.from(lines.subarray(0, Math.max(0, length - before)))
    this.#header.drop(length)
    this.#bytes -= bytes.length
    const headers = new Headers(bytes)
    this.#fields -= headers.count
    if (this.#fields < 0) throw new MalformedMime('too many header fields')
    const typed = headers.get('content-type')
    const type = typed === undefined ? PLAIN : readStructured(typed)
    const open = this.#last
    if (type.value.startsWith('multipart/')) open.delimiter = delimiterOf(type)
    open.read = { headers, type, start }
    return open.read
  }

  /**
   * Parts are separated by lines `--boundary`, and `--boundary--` ends the last one; the line break before such a
   * line belongs to it. A boundary of what is around ends what is within.
   *
   * @param line    as much of it as has come
   * @param at      where it begins
   * @param before  bytes of the line break before it
   * @returns false if the line is none
   * @throws MalformedMime
   */
  takeBoundary(line: Buffer, at: number, before: number): boolean {
    if (line[0] !== DASH || line[1] !== DASH) return false
    for (const [level, open] of this.#open.entries()) {
      const { delimiter, ended } = open
      const kind = delimiter && !ended ? kindOf(line, delimiter) : undefined
      if (kind === undefined) continue
      this.#close(level + 1, at, before)
      if (kind === 'last') open.ended = true
      else this.#begin()
      return true
    }
    return false
  }

  /** @throws MalformedMime if something has not ended */
  whole(end: number): LocatedPart {
    this.#close(1, end, 0)
    return this.#located(end, 0)
  }

  #begin(): void {
    this.#parts -= 1
    // The mail itself is at level 0.
    if (this.#parts < 0 || this.#open.length > this.#maxDepth) {
      throw new MalformedMime('too many parts')
    }
    this.#open.push(begun())
  }

  /** Closes what is open from a level on, the innermost first. */
  #close(level: number, at: number, before: number): void {
    while (this.#open.length > level) {
      const part = this.#located(at, before)
      this.#open.pop()
      this.#last.parts.push(part)
    }
  }

  /** The innermost of what is open, which ends here. */
  #located(at: number, before: number): LocatedPart {
    const open = this.#last
    const read = open.read ?? this.endHeader(at, before)
    if (open.delimiter && !open.ended) throw new MalformedMime('the last part has no end')
    return { ...read, end: Math.max(read.start, at - before), parts: open.parts }
  }
}

function begun(): Open {
  return { read: undefined, delimiter: undefined, ended: false, parts: [] }
}

/** @throws MalformedMime for a type that names no boundary */
function delimiterOf({ parameters }: Structured): Buffer {
  const boundary = parameters.get('boundary') ?? ''
  // RFC 2046 §5.1.1: 1 to 70 characters, the last one no space.
  if (!/^[!-~ ]{0,69}[!-~]$/.test(boundary)) throw new MalformedMime('no boundary')
  return Buffer.from(`--${boundary}`, 'latin1')
}

/** @returns undefined for a line that is no boundary: blanks may stand behind one, and nothing else */
function kindOf(line: Buffer, delimiter: Buffer): 'next' | 'last' | undefined {
  if (!line.subarray(0, delimiter.length).equals(delimiter)) return undefined
  const tail = delimiter.length
  const isLast = line[tail] === DASH && line[tail + 1] === DASH
  const behind = line.toString('latin1', isLast ? tail + 2 : tail, tail + TAIL)
  if (!/^[ \t]*\r?\n?$/.test(behind)) return undefined
  return isLast ? 'last' : 'next'
}
