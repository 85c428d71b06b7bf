/** Escapes long character data as bytes: what needs no reference is copied as it is. */
import { isAllowed } from './forbidden-bytes.js'

/** Bytes of what is made at once. */
const CHUNK = 64 * 1024
/** For references and tags in a chunk. */
const SLACK = 1024
/** Bytes that are looked at one by one behind a reference, where another may be near. */
const NEAR = 16
/** A shorter run is copied byte by byte: a call takes longer. */
const SHORT_RUN = 16
/** In UTF-8, of one UTF-16 unit. */
const MAX_UNIT = 3

const AMPERSAND = 0x26
const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const CR = 0x0d

/** XML 1.0 §2.4, and §2.11 for CR: a reader would turn it into a LF. */
const REFERENCES: readonly (Buffer | undefined)[] = (() => {
  const table = new Array<Buffer | undefined>(256).fill(undefined)
  table[AMPERSAND] = Buffer.from('&amp;')
  table[LESS_THAN] = Buffer.from('&lt;')
  table[GREATER_THAN] = Buffer.from('&gt;')
  table[CR] = Buffer.from('&#xD;')
  return table
})()

export class EscapedBytes {
  readonly #refuse: (text: string) => void
  /** Takes a piece before it is escaped. */
  #raw: Buffer | undefined
  #out: Buffer | undefined
  /** Bytes of `#out` that are written. */
  #end = 0
  #chunks: Buffer[] = []

  /** @param refuse  throws for a text with a character that XML does not allow */
  constructor(refuse: (text: string) => void) {
    this.#refuse = refuse
  }

  /**
   * Adds a piece of character data.
   *
   * @param more  characters that come with it and behind it
   * @returns how many references were written in it
   * @throws TypeError for a character that XML does not allow
   */
  add(piece: string, more: number): number {
    const most = MAX_UNIT * piece.length
    if (!this.#raw || this.#raw.length < most) this.#raw = Buffer.allocUnsafe(most)
    const length = this.#raw.write(piece, 'utf8')
    // With as many bytes as units it is ASCII: no surrogate is among them.
    if (length !== piece.length || !isAllowed(this.#raw, 0, length, true)) this.#refuse(piece)
    return this.#escape(this.#raw.subarray(0, length), more)
  }

  /** What was made since the last time. */
  take(): readonly Buffer[] {
    if (this.#out && this.#end > 0) this.#chunks.push(this.#out.subarray(0, this.#end))
    const chunks = this.#chunks
    this.#out = undefined
    this.#end = 0
    this.#chunks = []
    return chunks
  }

  #escape(bytes: Buffer, more: number): number {
    const next = new NextReference(bytes)
    let count = 0
    let from = 0
    for (let at = next.from(0); at < bytes.length; at = next.from(from)) {
      this.#copy(bytes, from, at, more)
      const reference = REFERENCES[bytes[at] ?? 0]
      if (reference) this.#copy(reference, 0, reference.length, more)
      from = at + 1
      count += 1
    }
    this.#copy(bytes, from, bytes.length, more)
    return count
  }

  #copy(bytes: Buffer, start: number, end: number, more: number): void {
    const length = end - start
    const out = this.#room(length, more)
    if (length > SHORT_RUN) bytes.copy(out, this.#end, start, end)
    else for (let at = 0; at < length; at += 1) out[this.#end + at] = bytes[start + at] ?? 0
    this.#end += length
  }

  #room(length: number, more: number): Buffer {
    if (this.#out && this.#end + length <= this.#out.length) return this.#out
    if (this.#out && this.#end > 0) this.#chunks.push(this.#out.subarray(0, this.#end))
    this.#out = Buffer.allocUnsafe(Math.max(length, Math.min(CHUNK, more + SLACK)))
    this.#end = 0
    return this.#out
  }
}

/** Finds what needs a reference: native code looks for each such byte where they are far apart. */
class NextReference {
  readonly #bytes: Buffer
  #ampersand = -1
  #less = -1
  #greater = -1
  #cr = -1

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Offset of the first one from `start` on; the length if there is none. Offsets must ascend. */
  from(start: number): number {
    const bytes = this.#bytes
    const near = Math.min(bytes.length, start + NEAR)
    for (let at = start; at < near; at += 1) if (REFERENCES[bytes[at] ?? 0]) return at
    if (this.#ampersand < near) this.#ampersand = this.#find(AMPERSAND, near)
    if (this.#less < near) this.#less = this.#find(LESS_THAN, near)
    if (this.#greater < near) this.#greater = this.#find(GREATER_THAN, near)
    if (this.#cr < near) this.#cr = this.#find(CR, near)
    return Math.min(this.#ampersand, this.#less, this.#greater, this.#cr)
  }

  #find(byte: number, start: number): number {
    const at = this.#bytes.indexOf(byte, start)
    return at === -1 ? this.#bytes.length : at
  }
}
