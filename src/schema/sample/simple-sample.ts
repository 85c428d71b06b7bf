/** Finds a text of a simple type. */
import { forbiddenCharacter } from '../../xml/characters.js'
import type { NamespaceScope } from '../../xml/tree.js'
import type { SimpleType } from '../components.js'
import { examplesOf } from '../pattern/examples.js'
import { mismatch, normalise } from '../simple/index.js'
import { candidatesFor } from './candidates.js'

export class SimpleSamples {
  readonly #scope: NamespaceScope
  readonly #distinct: boolean
  #ids = 0
  #texts = 0

  /**
   * @param scope  of the prefixes that a QName may have
   * @param distinct  true if no two texts are to be the same
   */
  constructor(scope: NamespaceScope, distinct: boolean) {
    this.#scope = scope
    this.#distinct = distinct
  }

  /** @returns undefined if none was found */
  text(type: SimpleType): string | undefined {
    for (const candidate of this.#candidates(type)) {
      const text = normalise(type, candidate)
      // XML 1.0 §2.2: what is no character stands in no message, whatever a pattern asks for.
      if (forbiddenCharacter(text) !== -1) continue
      if (mismatch(type, text, this.#scope) === undefined) return text
    }
    return undefined
  }

  *#candidates(type: SimpleType): Iterable<string> {
    const { facets, variety, item, members, builtIn } = type
    if (facets.enumeration) yield* facets.enumeration.texts
    if (variety === 'list' && item) yield* this.#lists(item, type)
    for (const member of members) {
      const text = this.text(member)
      if (text !== undefined) yield text
    }
    if (variety === 'any') yield 'text'
    if (builtIn === 'ID') yield `id${++this.#ids}`
    // The first ID of the message, if it has one.
    if (builtIn === 'IDREF') yield 'id1'
    if (this.#distinct && type.primitive !== 'boolean') {
      this.#texts += 1
      yield* [`text${this.#texts}`, `${this.#texts}`]
    }
    yield* candidatesFor(type)
    for (const { sources } of facets.patterns?.toReversed() ?? []) {
      for (const source of sources) yield* examplesOf(source)
    }
  }

  *#lists(item: SimpleType, { facets }: SimpleType): Iterable<string> {
    const text = this.text(item) ?? ''
    const { length, minLength = 1 } = facets
    const lengths = [length ?? Math.max(1, minLength), 2, 3]
    for (const items of lengths)
      yield Array.from({ length: Math.min(items, 10_000) }, () => text).join(' ')
  }
}
