/** Where the reading of a pattern has come to, by characters: a pair of surrogates is one. */
import { PatternError } from './pattern-error.js'

const MAX_SHOWN = 80

export class Cursor {
  readonly #characters: readonly string[]
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#characters = Array.from(text)
    this.#text = text
  }

  /** The character here, or so many further on; `''` at the end. */
  peek(further = 0): string {
    return this.#characters[this.#at + further] ?? ''
  }

  /** The character here, and moves on. */
  next(): string {
    const character = this.peek()
    this.#at += 1
    return character
  }

  /** True if this character is here; moves on then. */
  take(character: string): boolean {
    if (this.peek() !== character) return false
    this.#at += 1
    return true
  }

  get atEnd(): boolean {
    return this.#at >= this.#characters.length
  }

  /** @param back  how many characters before this one the mistake is */
  error(reason: string, back = 0): PatternError {
    const shown = this.#text.length > MAX_SHOWN ? `${this.#text.slice(0, MAX_SHOWN)}…` : this.#text
    const index = Math.min(this.#at - back, this.#characters.length) + 1
    return new PatternError(`the pattern ${shown} is wrong at character ${index}: ${reason}`)
  }
}
