/** Finds the values of business keys in the pass that reads a message, or in a walk over what was decrypted. */
import { includedIn } from '../../../xml/binary.js'
import type { Watch } from '../../../xml/open-elements.js'
import type { Location, Paths } from '../../../xml/paths/paths.js'
import { elementText, type XmlElement } from '../../../xml/tree.js'
import { keyText } from './hash.js'

/** Values of one key that are kept of a message; further ones are not. */
export const MAX_VALUES = 8

/** Characters of a text whose white space is looked at at once; a longer one is a long value anyway. */
const MAX_SHORT = 4_096

export interface FoundKey {
  /** Number of the definition that it was found by. */
  readonly definition: number
  /** With white space as it stands in the message if it is very long. */
  readonly text: string
  /** True if it is never to be shown: it is redacted, or came encrypted, at one of the positions where it stands. */
  hidden: boolean
}

/** What is looked for. */
export interface Sought {
  /** Of the definitions, and then of what is redacted. */
  readonly paths: Paths
  /** How many definitions there are. */
  readonly definitions: number
}

export class KeyFinder implements Watch {
  readonly #definitions: number
  readonly #found: FoundKey[] = []
  /** The same by definitions. */
  readonly #own: FoundKey[][] = []
  /** Where the elements begin that came encrypted. */
  readonly #encrypted: ReadonlySet<number> | undefined
  /** Of the elements around the innermost open one. */
  readonly #around: Location[] = []
  #here: Location
  /** How many open elements are not to be shown. */
  #hidden = 0

  /** @param encrypted  elements that came encrypted, or whose content did */
  constructor({ paths, definitions }: Sought, encrypted: readonly XmlElement[] = NO_ELEMENTS) {
    this.#here = paths.start
    this.#definitions = definitions
    this.#encrypted =
      encrypted.length === 0 ? undefined : new Set(encrypted.map(({ start }) => start))
  }

  /** In document order, each value once for each definition. */
  get found(): readonly FoundKey[] {
    return this.#found
  }

  enter(element: XmlElement): void {
    this.#around.push(this.#here)
    const here = this.#here.enter(element)
    this.#here = here
    if (this.#encrypted?.has(element.start)) this.#hidden += 1
    if (here.isPlain) return
    for (const attribute of element.attributes) {
      const met = here.endsAt(attribute)
      if (met.length > 0) this.#take(met, attribute.value)
    }
    if (this.#isRedacted(here.ends)) this.#hidden += 1
  }

  leave(element: XmlElement): void {
    const { ends } = this.#here
    if (ends.length > 0) {
      // Bytes that travel beside the message are no key.
      if (!includedIn(element.children)) this.#take(ends, elementText(element))
      if (this.#isRedacted(ends)) this.#hidden -= 1
    }
    if (this.#encrypted?.has(element.start)) this.#hidden -= 1
    this.#here = this.#around.pop() ?? this.#here
  }

  /** @param met  numbers of the paths that mean it, in their order */
  #take(met: readonly number[], value: string): void {
    const [first] = met
    if (first === undefined || first >= this.#definitions) return
    const text = value.length > MAX_SHORT ? value : keyText(value)
    if (text === '') return
    const hidden = this.#hidden > 0 || this.#isRedacted(met)
    for (const definition of met)
      if (definition < this.#definitions) this.#add({ definition, text, hidden })
  }

  #add(found: FoundKey): void {
    const { definition, text, hidden } = found
    const own = this.#own[definition] ?? []
    const same = own.find((one) => one.text === text)
    if (same) same.hidden ||= hidden
    else if (own.length < MAX_VALUES) {
      own.push(found)
      this.#own[definition] = own
      this.#found.push(found)
    }
  }

  #isRedacted(met: readonly number[]): boolean {
    return (met.at(-1) ?? -1) >= this.#definitions
  }
}

const NO_ELEMENTS: readonly XmlElement[] = []
