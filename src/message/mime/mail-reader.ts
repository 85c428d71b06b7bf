/** Reads a mail as it comes, in pieces of any size: finds the lines that make its header fields and its parts. */
import type { Sliceable } from '../../xml/binary.js'
import type { Spool } from '../spool/index.js'
import { Gathered } from './byte-buffer.js'
import { MailParts, type MimeLimits } from './mail-parts.js'
import { MalformedMime } from './malformed.js'
import { type Part, partOf } from './part.js'

const CR = 0x0d
const LF = 0x0a
const DASH = 0x2d
const DASHES = Buffer.from('\n--')
/** Bytes that tell whether a line is a boundary: `--`, 70 characters, `--`, and blanks. */
const REPORTING = 2 + 70 + 2 + 99

/** Whether the next byte begins a line, is in one that is passed over, or in one behind which a boundary may stand. */
type At = 'line' | 'passed' | 'content'

/**
 * postal-mime is only used in tests, to compare with: it makes an object of every line, and needs 58 s
 * and 4.9 GB for 10 MB of empty lines.
 */
export class MailReader {
  readonly #parts: MailParts
  readonly #rest = new Gathered()
  #at: At = 'line'
  /** Bytes before the rest. */
  #passed = 0
  /** Bytes of the line break before the rest. */
  #break = 0
  #wrong: MalformedMime | undefined

  constructor(limits: MimeLimits) {
    this.#parts = new MailParts(limits)
  }

  /**
   * What is wrong with it is told at its end: until then it comes in any case.
   *
   * @param piece  as it came, dots unstuffed; it may change once it is done
   */
  write(piece: Uint8Array): void {
    this.#rest.append(piece)
    this.#read(false)
  }

  /**
   * @param mail   all that was written
   * @param spool  keeps what is decoded of it
   * @throws MalformedMime beyond a limit, or for a mail that two readers could understand differently
   */
  end(mail: Sliceable, spool: Spool): Part {
    this.#read(true)
    if (this.#wrong) throw this.#wrong
    return partOf(this.#parts.whole(this.#passed + this.#rest.length), mail, spool)
  }

  #read(last: boolean): void {
    try {
      while (!this.#wrong && this.#rest.length > 0 && this.#next(last));
    } catch (error) {
      if (!(error instanceof MalformedMime)) throw error
      this.#wrong = error
    }
    if (this.#wrong) this.#drop(this.#rest.length)
  }

  /** @returns false if more has to come */
  #next(last: boolean): boolean {
    switch (this.#at) {
      case 'line':
        return this.#line(last)
      case 'passed':
        return this.#pass()
      case 'content':
        return this.#search(last)
    }
  }

  /** Reads a line, or as much of it as tells that it is no boundary. */
  #line(last: boolean): boolean {
    const { bytes } = this.#rest
    const length = this.#parts.inHeader ? fieldLines(bytes) : 0
    if (length > 0) {
      const lines = bytes.subarray(0, length)
      this.#parts.addToHeader(lines)
      this.#break = breakOf(lines)
      this.#drop(length)
      return true
    }
    const end = bytes.indexOf(LF) + 1
    const isWhole = last || end > 0
    if (!isWhole && bytes.length < REPORTING && bytes[0] === DASH) return false
    const line = end > 0 ? bytes.subarray(0, end) : bytes
    if (this.#parts.takeBoundary(line, this.#passed, this.#break)) {
      this.#at = 'passed'
      return true
    }
    if (!this.#parts.inHeader) {
      this.#at = 'content'
      return true
    }
    if (!isWhole) {
      this.#parts.checkHeader(line.length)
      return false
    }
    const isEmpty = line[0] === LF || (line[0] === CR && line[1] === LF)
    if (isEmpty) this.#parts.endHeader(this.#passed + line.length)
    else this.#parts.addToHeader(line)
    this.#break = breakOf(line)
    this.#drop(line.length)
    return true
  }

  #pass(): boolean {
    const { bytes } = this.#rest
    const end = bytes.indexOf(LF) + 1
    if (end === 0) {
      // A CR may stand before a LF that has not come.
      this.#drop(bytes.length - 1)
      return false
    }
    this.#break = breakOf(bytes.subarray(0, end))
    this.#drop(end)
    this.#at = 'line'
    return true
  }

  /** Looks for the next line that may be a boundary. */
  #search(last: boolean): boolean {
    const { bytes } = this.#rest
    const at = this.#parts.hasBoundary ? bytes.indexOf(DASHES) : -1
    if (at === -1) {
      this.#drop(last ? bytes.length : bytes.length - DASHES.length)
      return false
    }
    this.#break = breakOf(bytes.subarray(0, at + 1))
    this.#drop(at + 1)
    this.#at = 'line'
    return true
  }

  #drop(count: number): void {
    if (count <= 0) return
    this.#rest.drop(count)
    this.#passed += count
  }
}

/** Bytes of the whole lines that are fields of a header for certain: neither empty, nor perhaps a boundary. */
function fieldLines(bytes: Buffer): number {
  for (let at = 0; ; ) {
    const first = bytes[at]
    if (first === DASH || first === LF || (first === CR && bytes[at + 1] === LF)) return at
    const end = bytes.indexOf(LF, at) + 1
    if (end === 0) return at
    at = end
  }
}

/** Bytes of the line break at the end of a line; 0 if it has none. */
function breakOf(line: Buffer): number {
  if (line.at(-1) !== LF) return 0
  return line.at(-2) === CR ? 2 : 1
}
