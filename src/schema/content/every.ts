/** Content models of `xs:all`: each element at most once, in any order. */
import type { ElementDeclaration, ModelGroup, Particle } from '../components.js'
import { inWords } from './expected.js'
import type { ContentModel, Matching } from './model.js'

/** An element that may come, or a member of its substitution group. */
interface Member {
  readonly declaration: ElementDeclaration
  readonly by: ElementDeclaration
  /** Of the particle. */
  readonly index: number
  readonly required: boolean
}

/** Element names, numbered, so that a matching finds its way by an index. */
class Names {
  readonly #numbers = new Map<string, Map<string, number>>()
  #count = 0

  /** The number of a name, given now if it has none. */
  add(namespace: string, local: string): number {
    let numbers = this.#numbers.get(namespace)
    if (numbers === undefined) {
      numbers = new Map()
      this.#numbers.set(namespace, numbers)
    }
    const existing = numbers.get(local)
    if (existing !== undefined) return existing
    numbers.set(local, this.#count)
    this.#count += 1
    return this.#count - 1
  }

  /** undefined for a name that the model does not know. */
  find(namespace: string, local: string): number | undefined {
    return this.#numbers.get(namespace)?.get(local)
  }
}

/** What all matchings of a model have in common. */
interface Every {
  readonly names: Names
  /** By the numbers of their names. */
  readonly members: readonly Member[]
  /** How many particles it has. */
  readonly length: number
  /** How many of them must come. */
  readonly required: number
  /** True if nothing at all may come, too. */
  readonly optional: boolean
}

/** @param optional  true if nothing at all may come, too */
export function everyModel({ particles }: ModelGroup, optional: boolean): ContentModel {
  const names = new Names()
  const members: Member[] = []
  for (const [index, { min, term }] of particles.entries()) {
    if (term.kind !== 'element') continue
    for (const declaration of term.substitutes) {
      const number = names.add(declaration.namespace, declaration.local)
      members[number] ??= { declaration, by: term, index, required: min > 0 }
    }
  }
  const required = particles.filter(({ min }: Particle) => min > 0).length
  const every: Every = { names, members, length: particles.length, required, optional }
  return { begin: () => new EveryMatching(every) }
}

class EveryMatching implements Matching {
  readonly #every: Every
  /** By particle: 1 if it has come. */
  readonly #taken: Uint8Array
  /** Required ones that have not come yet. */
  #missing: number
  #empty = true
  by: ElementDeclaration | undefined = undefined

  constructor(every: Every) {
    this.#every = every
    this.#taken = new Uint8Array(every.length)
    this.#missing = every.required
  }

  take(namespace: string, local: string): ElementDeclaration | undefined {
    const { names, members } = this.#every
    const number = names.find(namespace, local)
    const member = number === undefined ? undefined : members[number]
    if (member === undefined || this.#taken[member.index] === 1) return undefined
    this.#taken[member.index] = 1
    if (member.required) this.#missing -= 1
    this.#empty = false
    this.by = member.by
    return member.declaration
  }

  get complete(): boolean {
    return this.#missing === 0 || (this.#every.optional && this.#empty)
  }

  expected(): readonly string[] {
    const open = this.#every.members.filter(({ index }) => this.#taken[index] === 0)
    return inWords(open.map(({ declaration }) => declaration))
  }
}
