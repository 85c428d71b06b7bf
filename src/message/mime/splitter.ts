/** Splits a multipart body into its parts as it comes, whatever pieces it comes in (RFC 2046 §5.1.1). */
import { Gathered } from './byte-buffer.js'
import { MalformedMime, TooMuch } from './malformed.js'

/** Gets the parts, one after the other. */
export interface PartTaker {
  /** @param header  lines of the header, without the empty one; the bytes are not kept */
  begin(header: Buffer): void
  /** @param bytes  not kept: they change once it is done */
  take(bytes: Buffer): Promise<void> | undefined
  end(): Promise<void> | undefined
}

/** Bytes of all headers together, of what stands before the first part and of what stands behind the last one. */
export interface SplitterLimits {
  readonly maxHeader: number
  readonly maxParts: number
}

const CR = 0x0d
const LF = 0x0a
const DASH = 0x2d
/** Blanks that may stand behind a boundary, which relays may add (RFC 2046 §5.1.1). */
const PADDING = 100

type State = 'preamble' | 'header' | 'content' | 'epilogue'

export class Splitter {
  readonly #delimiter: Buffer
  /** The same, where it does not stand at the very beginning. */
  readonly #inner: Buffer
  readonly #taker: PartTaker
  readonly #rest = new Gathered()
  #state: State = 'preamble'
  /** True where nothing stands before, so that no line break has to. */
  #fresh = true
  /** How its lines end: a reader that takes the other end for content would read other parts. */
  #lineEnd: 'CRLF' | 'LF' | undefined
  #parts: number
  #header: number
  /** Bytes of a header that hold no end of it. */
  #searched = 0
  /** True until the line of the last boundary has ended. */
  #closing = false

  /** @throws MalformedMime for a boundary that is none */
  constructor(boundary: string, { maxHeader, maxParts }: SplitterLimits, taker: PartTaker) {
    // RFC 2046 §5.1.1: 1 to 70 characters, the last one no space.
    if (!/^[!-~ ]{0,69}[!-~]$/.test(boundary)) throw new MalformedMime('it has no boundary')
    this.#delimiter = Buffer.from(`--${boundary}`, 'latin1')
    this.#inner = Buffer.from(`\n--${boundary}`, 'latin1')
    this.#taker = taker
    this.#parts = maxParts
    this.#header = maxHeader
  }

  /** @throws MalformedMime, TooMuch, and what the taker throws */
  async write(piece: Uint8Array): Promise<void> {
    this.#rest.append(piece)
    for (let more = true; more; ) {
      switch (this.#state) {
        case 'preamble':
          more = this.#preamble()
          break
        case 'header':
          more = this.#readHeader()
          break
        case 'content':
          more = await this.#content()
          break
        case 'epilogue':
          more = this.#epilogue()
          break
      }
    }
  }

  /** @throws MalformedMime if the last part has no end */
  end(): void {
    if (this.#state !== 'epilogue') throw new MalformedMime('its last part has no end')
  }

  #preamble(): boolean {
    const at = this.#find()
    const { length } = this.#rest
    if (at === -1) {
      this.#drop(length - this.#inner.length)
      return false
    }
    this.#drop(at)
    return this.#passDelimiter()
  }

  async #content(): Promise<boolean> {
    const at = this.#find()
    const { bytes } = this.#rest
    // A line break may be the one before a boundary that has not come whole.
    const end = at === -1 ? bytes.length - this.#inner.length : this.#beforeBreak(bytes, at)
    if (end > 0) {
      const taking = this.#taker.take(bytes.subarray(0, end))
      if (taking) await taking
      this.#rest.drop(end)
      this.#fresh = false
    }
    if (at === -1) return false
    const passed = at - Math.max(0, end)
    if (!this.#isWhole(passed)) return false
    this.#rest.drop(passed)
    await this.#taker.end()
    return this.#passDelimiter()
  }

  /** Where the next boundary begins; -1 if none has come. */
  #find(): number {
    const { bytes } = this.#rest
    const delimiter = this.#delimiter
    for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + 1)) {
      if (at === 0 && this.#fresh) return 0
      if (bytes[at - 1] === LF) return at
      // Some readers take it for the end of a line.
      if (bytes[at - 1] === CR) throw new MalformedMime('its lines end in two ways')
    }
    return -1
  }

  /** RFC 2046 §5.1.1: the line break before a boundary belongs to the boundary. */
  #beforeBreak(bytes: Buffer, at: number): number {
    if (at === 0) return 0
    const lineEnd = bytes[at - 2] === CR ? 'CRLF' : 'LF'
    if (lineEnd !== this.#lineEnd) throw new MalformedMime('its lines end in two ways')
    return lineEnd === 'CRLF' ? at - 2 : at - 1
  }

  /** True if the line of a boundary has come, or as much of it as tells that it is the last. */
  #isWhole(at: number): boolean {
    const { bytes } = this.#rest
    const tail = at + this.#delimiter.length
    if (bytes[tail] === DASH && bytes[tail + 1] === DASH) return true
    if (bytes.indexOf(LF, tail) !== -1) return true
    if (bytes.length - tail > PADDING) throw unlike()
    return false
  }

  /** Reads the line of a boundary, with which the rest begins. @returns false if it has not come whole */
  #passDelimiter(): boolean {
    if (!this.#isWhole(0)) {
      this.#fresh = true
      return false
    }
    const { bytes } = this.#rest
    const tail = this.#delimiter.length
    if (bytes[tail] === DASH && bytes[tail + 1] === DASH) {
      // RFC 2387 §3: there is a root, so there is a part.
      if (this.#state === 'preamble') throw new MalformedMime('it has no parts')
      this.#rest.drop(tail + 2)
      this.#state = 'epilogue'
      this.#closing = true
      return true
    }
    const end = bytes.indexOf(LF, tail)
    const line = bytes.toString('latin1', tail, Math.min(end, tail + PADDING + 1))
    const [, padding] = /^([ \t]*)\r?$/.exec(line) ?? []
    if (padding === undefined) throw unlike()
    const lineEnd = bytes[end - 1] === CR ? 'CRLF' : 'LF'
    this.#lineEnd ??= lineEnd
    if (lineEnd !== this.#lineEnd) throw new MalformedMime('its lines end in two ways')
    this.#parts -= 1
    if (this.#parts < 0) throw new TooMuch('it has too many parts')
    this.#rest.drop(end + 1)
    this.#state = 'header'
    this.#searched = 0
    return true
  }

  #readHeader(): boolean {
    const { bytes } = this.#rest
    const end = endOfHeader(bytes, Math.max(0, this.#searched - 2))
    const length = end === undefined ? bytes.length : end.content
    if (length > this.#header) throw new TooMuch('its headers are too long')
    if (end === undefined) {
      this.#searched = bytes.length
      return false
    }
    const header = bytes.subarray(0, end.content)
    if (
      header.indexOf(this.#inner) !== -1 ||
      header.subarray(0, this.#delimiter.length).equals(this.#delimiter)
    ) {
      throw new MalformedMime('a part has no end of its header')
    }
    this.#header -= header.length
    this.#taker.begin(header)
    this.#rest.drop(end.next)
    this.#state = 'content'
    this.#fresh = true
    return true
  }

  /** RFC 2046 §5.1.1: what stands behind the last boundary is no part. */
  #epilogue(): boolean {
    const { bytes } = this.#rest
    if (this.#closing) {
      const end = bytes.indexOf(LF)
      const line = bytes.toString(
        'latin1',
        0,
        end === -1 ? PADDING + 1 : Math.min(end, PADDING + 1),
      )
      if (line.length > PADDING || !/^[ \t]*\r?$/.test(line)) throw unlike()
      if (end === -1) return false
      this.#closing = false
    }
    this.#drop(bytes.length)
    return false
  }

  /** Drops what is no part, and counts it. */
  #drop(count: number): void {
    if (count <= 0) return
    this.#header -= count
    if (this.#header < 0) throw new TooMuch('too much of it is no part')
    this.#rest.drop(count)
    this.#fresh = false
  }
}

/** Other readers take it for the boundary, or do not. */
function unlike(): MalformedMime {
  return new MalformedMime('a line begins with the boundary, and is none')
}

/** Where the lines of a header end, and what stands behind the empty line; undefined if that has not come. */
function endOfHeader(
  bytes: Buffer,
  from: number,
): { readonly content: number; readonly next: number } | undefined {
  if (bytes[0] === LF) return { content: 0, next: 1 }
  if (bytes[0] === CR && bytes[1] === LF) return { content: 0, next: 2 }
  for (let at = bytes.indexOf(LF, from); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return { content: at + 1, next: at + 2 }
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return { content: at + 1, next: at + 3 }
  }
  return undefined
}
