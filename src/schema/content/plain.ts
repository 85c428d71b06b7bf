/** Content models in which nothing is counted: where they have come to is one state. */
import type { ElementDeclaration, Wildcard } from '../components.js'
import { allows } from '../wildcards.js'
import { expectedIn } from './expected.js'
import type { Node } from './graph.js'
import type { ContentModel, Matching } from './model.js'
import { Names } from './names.js'
import { edgeOf, type State, type Target, Targets } from './state.js'

export function plainModel(start: Node): ContentModel {
  const targets = new Targets(new Names())
  const target = targets.of(start)
  return { begin: () => new PlainMatching(targets.names, target) }
}

class PlainMatching implements Matching {
  readonly #names: Names
  #state: State
  by: ElementDeclaration | Wildcard | undefined = undefined

  constructor(names: Names, start: Target) {
    this.#names = names
    this.#state = start.state
  }

  take(namespace: string, local: string): ElementDeclaration | Wildcard | undefined {
    const edge = edgeOf(this.#state, this.#names, namespace, local)
    if (edge !== undefined) {
      this.#state = edge.target.state
      this.by = edge.by
      return edge.declaration
    }
    for (const { wildcard, target } of this.#state.wildcards) {
      if (!allows(wildcard.namespaces, namespace)) continue
      this.#state = target.state
      this.by = wildcard
      return wildcard
    }
    return undefined
  }

  get complete(): boolean {
    return this.#state.ends.length > 0
  }

  expected(): readonly string[] {
    return expectedIn(this.#state, () => true)
  }
}
