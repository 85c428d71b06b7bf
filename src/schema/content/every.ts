/** Content models of `xs:all`: each element at most once, in any order. */
import type { ElementDeclaration, ModelGroup, Particle } from '../components.js'
import { inWords } from './expected.js'
import type { ContentModel, Matching } from './model.js'
import { Names } from './names.js'

/** An element that may come, or a member of its substitution group. */
interface Member {
  readonly declaration: ElementDeclaration
  readonly by: ElementDeclaration
  /** Of the particle. */
  readonly index: number
  readonly required: boolean
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
  return {
    begin: () =>
      new EveryMatching(names, members, new Uint8Array(particles.length), required, optional),
  }
}

class EveryMatching implements Matching {
  readonly #names: Names
  readonly #members: readonly Member[]
  readonly #taken: Uint8Array
  readonly #optional: boolean
  /** Required ones that have not come yet. */
  #missing: number
  #empty = true
  by: ElementDeclaration | undefined = undefined

  constructor(
    names: Names,
    members: readonly Member[],
    taken: Uint8Array,
    missing: number,
    optional: boolean,
  ) {
    this.#names = names
    this.#members = members
    this.#taken = taken
    this.#missing = missing
    this.#optional = optional
  }

  take(namespace: string, local: string): ElementDeclaration | undefined {
    const number = this.#names.find(namespace, local)
    const member = number === undefined ? undefined : this.#members[number]
    if (member === undefined || this.#taken[member.index] === 1) return undefined
    this.#taken[member.index] = 1
    if (member.required) this.#missing -= 1
    this.#empty = false
    this.by = member.by
    return member.declaration
  }

  get complete(): boolean {
    return this.#missing === 0 || (this.#optional && this.#empty)
  }

  expected(): readonly string[] {
    const open = this.#members.filter(({ index }) => this.#taken[index] === 0)
    return inWords(open.map(({ declaration }) => declaration))
  }
}
