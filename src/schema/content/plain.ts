/** Content models in which nothing is counted: where they have come to is one state. */
import type { ElementDeclaration, Wildcard } from '../components.js'
import { allows } from '../wildcards.js'
import { expectedIn } from './expected.js'
import type { Node } from './graph.js'
import type { ContentModel, Matching } from './model.js'
import { edgeOf, type State, type Target, Targets } from './state.js'

export function plainModel(start: Node): ContentModel {
  const target = new Targets().of(start)
  return { begin: () => new PlainMatching(target) }
}

class PlainMatching implements Matching {
  #state: State
  by: ElementDeclaration | Wildcard | undefined = undefined

  constructor(start: Target) {
    this.#state = start.state
  }

  take(namespace: string, local: string): ElementDeclaration | Wildcard | undefined {
    let state: State | undefined = this.#state
    for (; state !== undefined; state = state.rest?.state) {
      const edge = edgeOf(state, namespace, local)
      if (edge !== undefined) {
        this.#state = edge.target.state
        this.by = edge.by
        return edge.declaration
      }
    }
    return this.#any(namespace)
  }

  #any(namespace: string): Wildcard | undefined {
    let state: State | undefined = this.#state
    for (; state !== undefined; state = state.rest?.state) {
      for (const { wildcard, target } of state.wildcards) {
        if (!allows(wildcard.namespaces, namespace)) continue
        this.#state = target.state
        this.by = wildcard
        return wildcard
      }
    }
    return undefined
  }

  get complete(): boolean {
    let state: State | undefined = this.#state
    for (; state !== undefined; state = state.rest?.state) {
      if (state.ends.length > 0) return true
    }
    return false
  }

  expected(): readonly string[] {
    return expectedIn(this.#state, () => true)
  }
}
