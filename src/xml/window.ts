/** The part of a document that is a string while it is read: of a long one, text is decoded as it is taken, and not kept. */
import type { Source } from './charset.js'
import type { Later } from './open-elements.js'
import { PORTION } from './walk.js'

/** How large the windows are; tests have small ones. */
export interface WindowBounds {
  /** Characters of a window: markup is read in it. */
  readonly window: number
  /** Characters of markup that a window has before it, or all that are left. */
  readonly margin: number
  /** Characters of text beyond which it is taken from the bytes, in pieces of this length. */
  readonly text: number
}

export const WINDOW_BOUNDS: WindowBounds = Object.freeze({
  window: 64 * 1024,
  margin: 16 * 1024,
  text: PORTION,
})

const LESS_THAN = 0x3c
const SEMICOLON = 0x3b
const AMPERSAND = 0x26
const CR = 0x0d
const LF = 0x0a

/** Markup goes beyond the window: it is read again once all of the document is in it. */
export class Beyond extends Error {}

export class Window {
  readonly source: Source
  readonly #bounds: WindowBounds
  /** Undefined once the whole document is the window. */
  #bytes: Buffer | undefined
  #text: string
  #base = 0

  constructor(source: Source, bounds: WindowBounds = WINDOW_BOUNDS) {
    const { utf8, ascii } = source
    this.source = source
    this.#bounds = bounds
    this.#bytes = ascii && utf8 && utf8.length > 2 * bounds.window ? utf8 : undefined
    this.#text = this.#bytes ? decoded(this.#bytes, 0, bounds.window) : source.text
  }

  /** What can be read now. */
  get text(): string {
    return this.#text
  }

  /** Offset of its first character in the document. */
  get base(): number {
    return this.#base
  }

  /** True if there is more of the document than it shows. */
  get isPart(): boolean {
    return this.#bytes !== undefined
  }

  /** The whole document, as it came. */
  get whole(): string {
    return this.source.text
  }

  /** Characters of the whole document. */
  get length(): number {
    return this.#bytes ? this.#bytes.length : this.#text.length
  }

  /** Shows all of it. */
  widen(): void {
    this.#bytes = undefined
    this.#base = 0
    this.#text = this.source.text
  }

  /**
   * Gets ready to read on where no markup is open.
   *
   * @param at  offset in the document
   * @returns where the text ends that begins there, if that is long: `textAt` gives it. Else undefined, and the window
   *   has it and what is behind it
   */
  endOfLongText(at: number): number | undefined {
    const bytes = this.#bytes
    if (!bytes) return undefined
    const found = bytes.indexOf(LESS_THAN, at)
    const end = found === -1 ? bytes.length : found
    const { window, margin, text } = this.#bounds
    if (end - at > text) return end
    const shown = this.#base + this.#text.length
    if (shown < Math.min(bytes.length, end + margin)) {
      this.#base = at
      this.#text = decoded(bytes, at, at + window)
    }
    return undefined
  }

  /** True if a part of the document has such bytes. */
  includes(start: number, end: number, text: string): boolean {
    return this.#bytes?.subarray(start, end).includes(text, 0, 'latin1') ?? false
  }

  /** A part of the document. */
  textAt(start: number, end: number): string {
    return this.#bytes ? decoded(this.#bytes, start, end) : this.#text.slice(start, end)
  }

  /** The same, decoded when it is asked for. */
  textLater(start: number, end: number): Later {
    const bytes = this.#bytes
    return bytes ? () => decoded(bytes, start, end) : () => this.#text.slice(start, end)
  }

  /** As `endOfPiece`: where a piece of long text may end. */
  endOfPiece(start: number, end: number): number {
    const bytes = this.#bytes
    let at = start + this.#bounds.text
    if (!bytes || at >= end) return end
    const begun = bytes.lastIndexOf(AMPERSAND, at - 1)
    if (begun >= start) at = Math.max(at, bytes.indexOf(SEMICOLON, begun) + 1)
    if (bytes[at - 1] === CR && bytes[at] === LF) at += 1
    return Math.min(end, at)
  }
}

/** ASCII, of which every byte is a character. */
function decoded(ascii: Buffer, start: number, end: number): string {
  return ascii.toString('latin1', start, Math.min(end, ascii.length))
}
