/** A content model as a graph: each node says what may come from there to the end of the content. */
import type { ElementDeclaration, ModelGroup, Particle, Source, Wildcard } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { flat } from './flat.js'
import { MAX_COUNTED, MAX_DEPTH, MAX_PARTICLES, tooLarge } from './limits.js'

export type Node = Leaf | Branch | Count | End

/** Takes an element. */
export interface Leaf {
  readonly kind: 'leaf'
  readonly term: ElementDeclaration | Wildcard
  readonly source: Source | undefined
  readonly next: Node
}

/** Goes on by one of several ways; by none if there is none. */
export interface Branch {
  readonly kind: 'branch'
  readonly ways: readonly Node[]
}

/** Begins a group that is counted, repeats it if it may be, or leaves it if it has come often enough. */
export interface Count {
  readonly kind: 'count'
  readonly action: 'enter' | 'again' | 'leave'
  readonly counter: Counter
  readonly next: Node
}

export interface End {
  readonly kind: 'end'
}

export interface Counter {
  readonly index: number
  readonly min: number
  readonly max: number
}

export interface Graph {
  readonly start: Node
  readonly counters: readonly Counter[]
}

/** @throws SchemaProblem if the model is too large, or holds an `all` that is not alone */
export function graphOf(particle: Particle): Graph {
  return new Builder().build(particle)
}

/** A node, and whether it can be passed without an element. */
interface Part {
  readonly node: Node
  readonly nullable: boolean
}

class Builder {
  readonly #counters: Counter[] = []
  #particles = 0
  /** How many counted groups are around. */
  #counted = 0

  build(particle: Particle): Graph {
    return { start: this.#particle(particle, { kind: 'end' }, 0).node, counters: this.#counters }
  }

  #particle(original: Particle, next: Node, depth: number): Part {
    const particle = flat(original)
    const { min, max } = particle
    this.#particles += 1
    if (this.#particles > MAX_PARTICLES || depth > MAX_DEPTH) throw tooLarge(particle.source)
    if (max === 1) {
      const once = this.#term(particle, next, depth)
      return min === 0 ? { node: branch([once.node, next]), nullable: true } : once
    }
    return max === Infinity && min <= 1
      ? this.#repeated(particle, next, depth)
      : this.#times(particle, next, depth)
  }

  #repeated(particle: Particle, next: Node, depth: number): Part {
    const ways: Node[] = []
    const loop = branch(ways)
    const body = this.#term(particle, loop, depth)
    ways.push(body.node, next)
    const nullable = body.nullable || particle.min === 0
    return { node: nullable ? loop : body.node, nullable }
  }

  #times(particle: Particle, next: Node, depth: number): Part {
    const ways: Node[] = []
    this.#counted += 1
    if (this.#counted > MAX_COUNTED) throw tooLarge(particle.source)
    const body = this.#term(particle, branch(ways), depth)
    this.#counted -= 1
    const nullable = body.nullable || particle.min === 0
    const counter: Counter = {
      index: this.#counters.length,
      // What can be empty may come as often without an element as is needed.
      min: body.nullable ? 0 : particle.min,
      max: particle.max,
    }
    this.#counters.push(counter)
    ways.push(
      { kind: 'count', action: 'again', counter, next: body.node },
      { kind: 'count', action: 'leave', counter, next },
    )
    const enter: Node = { kind: 'count', action: 'enter', counter, next: body.node }
    return { node: nullable ? branch([enter, next]) : enter, nullable }
  }

  #term({ term, source }: Particle, next: Node, depth: number): Part {
    switch (term.kind) {
      case 'element':
      case 'any':
        return { node: { kind: 'leaf', term, source, next }, nullable: false }
      case 'sequence':
        return this.#sequence(term, next, depth + 1)
      case 'choice':
        return this.#choice(term, next, depth + 1)
      case 'all':
        // cos-all-limited: an `all` is the whole of a content.
        throw new SchemaProblem('cos-all-limited', 'an xs:all stands in another group', term.source)
    }
  }

  #sequence(group: ModelGroup, next: Node, depth: number): Part {
    let node = next
    let nullable = true
    for (const particle of group.particles.toReversed()) {
      const part = this.#particle(particle, node, depth)
      node = part.node
      nullable &&= part.nullable
    }
    return { node, nullable }
  }

  #choice(group: ModelGroup, next: Node, depth: number): Part {
    const parts = group.particles.map((particle) => this.#particle(particle, next, depth))
    return {
      node: branch(parts.map(({ node }) => node)),
      nullable: parts.some(({ nullable }) => nullable),
    }
  }
}

function branch(ways: readonly Node[]): Branch {
  return { kind: 'branch', ways }
}
