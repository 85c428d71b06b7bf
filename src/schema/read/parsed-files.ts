/** The files of a schema set, each read once: what is in them, or that they are missing. */
import type { XmlElement } from '../../xml/tree.js'
import { InvalidSchema } from '../invalid-schema.js'
import type { Library } from './library.js'
import { parse, type Referrer } from './location.js'

const MAX_CHARACTERS = 128 * 1024 * 1024

export interface Parsed {
  readonly text: string
  readonly root: XmlElement
}

export class ParsedFiles {
  readonly #library: Library
  /** By file; undefined for one that is missing. */
  readonly #parsed = new Map<string, Parsed | undefined>()
  #characters = 0

  constructor(library: Library) {
    this.#library = library
  }

  /**
   * @param place  where it is asked for; undefined for the first one, which must be there
   * @returns undefined if it is missing
   * @throws InvalidSchema if it cannot be read
   */
  of(file: string, referrer: Referrer): Parsed | undefined {
    if (this.#parsed.has(file)) return this.#parsed.get(file)
    const text = this.#library.text(file, referrer)
    this.#characters += text?.length ?? 0
    if (this.#characters > MAX_CHARACTERS) {
      const sentence = `a schema set has at most ${MAX_CHARACTERS} characters`
      throw new InvalidSchema(file, sentence, referrer?.())
    }
    const parsed = text === undefined ? undefined : { text, root: parse(file, text) }
    this.#parsed.set(file, parsed)
    return parsed
  }
}
