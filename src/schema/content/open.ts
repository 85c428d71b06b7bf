/** The elements that may come at a place, while places are gone through: no two of them may overlap. */
import type { ClarkName } from '../../xml/tree.js'
import type { ElementDeclaration, Particle, Wildcard } from '../components.js'
import { type Forgive, SchemaProblem } from '../problem.js'
import type { Step } from './closure.js'
import { excludeEachOther } from './exclusion.js'
import { namesOf, overlap } from './overlap.js'

export class Open {
  readonly #forgive: Forgive | undefined
  readonly #byName = new Map<ClarkName, Step[]>()
  readonly #elements: Step[] = []
  readonly #wildcards: Step[] = []

  /** @param forgive  notified of an element and a wildcard that overlap; if left out, they are refused */
  constructor(forgive?: Forgive | undefined) {
    this.#forgive = forgive
  }

  /** @throws SchemaProblem with `cos-nonambig` if it overlaps with one that may come as well */
  add(step: Step): void {
    const { term } = step.leaf
    for (const other of this.#wildcards) {
      if (overlap(term, other.leaf.term)) this.#check(step, other)
    }
    if (term.kind === 'any') {
      for (const other of this.#elements) {
        if (overlap(term, other.leaf.term)) this.#check(step, other)
      }
      this.#wildcards.push(step)
      return
    }
    this.#elements.push(step)
    for (const { name } of namesOf(term)) {
      const others = this.#byName.get(name)
      if (others === undefined) this.#byName.set(name, [step])
      else {
        for (const other of others) this.#check(step, other)
        others.push(step)
      }
    }
  }

  #check(one: Step, other: Step): void {
    // cos-nonambig
    if (one.leaf === other.leaf || excludeEachOther(one.counts, other.counts)) return
    const found = ambiguous(one.leaf.term, other.leaf.term, one.leaf.source)
    // XSD 1.1 §3.8.6.4: between an element and a wildcard nothing is ambiguous, since the element is taken.
    const elementWins = one.leaf.term.kind !== other.leaf.term.kind
    if (!elementWins || !this.#forgive) throw found
    this.#forgive(found)
  }

  /** Takes back what was added last. */
  remove({ leaf: { term } }: Step): void {
    if (term.kind === 'any') this.#wildcards.pop()
    else {
      this.#elements.pop()
      for (const { name } of namesOf(term)) this.#byName.get(name)?.pop()
    }
  }
}

export function ambiguous(
  one: ElementDeclaration | Wildcard,
  other: ElementDeclaration | Wildcard,
  source: Particle['source'],
): SchemaProblem {
  const named = one.kind === 'element' ? one : other
  const sentence =
    named.kind === 'element'
      ? `the element ${named.name} may be of two particles at one place of the content model`
      : 'an element may be of two wildcards at one place of the content model'
  return new SchemaProblem('cos-nonambig', sentence, source)
}
