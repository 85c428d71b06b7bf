/** Makes texts that a pattern says: short ones first, then others. */
import { type CharacterSet, codeOf, includes } from './character-set.js'
import type { Expression } from './expression.js'
import { parsePattern } from './parse.js'

/** Characters that people like to read, the best first; `1` makes good dates. */
const PREFERRED = Array.from('a1A0xX5é-. _', codeOf)

const MAX_EXAMPLES = 200
const MAX_EXAMPLE_LENGTH = 10_000

/** @param source  a pattern that compiles */
export function* examplesOf(source: string): Iterable<string> {
  const expression = parsePattern(source)
  for (let number = 0; number < MAX_EXAMPLES; number += 1) {
    yield new Example(number).write(expression)
  }
}

/** One way through a pattern, which its number decides. */
class Example {
  readonly #number: number
  #state: number
  #length = 0

  constructor(number: number) {
    this.#number = number
    this.#state = number
  }

  write(expression: Expression): string {
    switch (expression.kind) {
      case 'characters':
        return this.#character(expression.set)
      case 'sequence':
        return expression.parts.map((part) => this.write(part)).join('')
      case 'choice': {
        const branch = expression.branches[this.#below(expression.branches.length)]
        return branch ? this.write(branch) : ''
      }
      case 'repetition': {
        const { body, min, max } = expression
        const more = this.#below(Math.min(max - min, this.#number) + 1)
        let text = ''
        for (let count = 0; count < min + more && this.#length < MAX_EXAMPLE_LENGTH; count += 1) {
          text += this.write(body)
        }
        return text
      }
    }
  }

  #character(set: CharacterSet): string {
    this.#length += 1
    const good = PREFERRED.filter((code) => includes(set, code))
    const first = set[0] ?? 0
    const code = good[this.#below(Math.min(good.length, 1 + this.#number))] ?? first
    return String.fromCodePoint(code)
  }

  /** A number below a limit: 0 for the first example, all others mixed. */
  #below(limit: number): number {
    if (this.#number === 0 || limit < 2) return 0
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (this.#state >>> 12) % limit
  }
}
