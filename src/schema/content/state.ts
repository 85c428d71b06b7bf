/** A state of a content model: which element leads to which state, and what is counted on the way. */
import type { ElementDeclaration, Wildcard } from '../components.js'
import { type Closure, closureOf, type Step } from './closure.js'
import type { Count, Leaf, Node } from './graph.js'
import type { Names } from './names.js'

/** Made when the first message comes to it: a sequence of many optional elements has more ways than it uses. */
export interface State {
  /** The element that comes next, where one does: most often it is. */
  readonly first: Edge | undefined
  /** By the number of the name. */
  readonly edges: readonly (Edge | undefined)[]
  /** After the names. */
  readonly wildcards: readonly WildcardEdge[]
  /** What must have been counted at the end, of each way to it. */
  readonly ends: readonly (readonly Count[])[]
}

export interface Edge {
  /** An element, or a member of its substitution group. */
  readonly declaration: ElementDeclaration
  /** The element that the model names. */
  readonly by: ElementDeclaration
  readonly ways: readonly Way[]
  readonly target: Target
  /** Of the same name, where what was counted decides: in `a{2}, a` the third `a` is another than the second. */
  readonly other: Edge | undefined
}

export interface WildcardEdge {
  readonly wildcard: Wildcard
  readonly ways: readonly Way[]
  readonly target: Target
}

/** What is counted when an element is taken. */
export type Way = readonly Count[]

/** A state, or the node of which it is made when it is needed. */
export class Target {
  readonly #node: Node
  readonly #targets: Targets
  #state: State | undefined

  constructor(node: Node, targets: Targets) {
    this.#node = node
    this.#targets = targets
  }

  get state(): State {
    this.#state ??= stateOf(closureOf(this.#node), this.#targets)
    return this.#state
  }
}

/** The states of one model, by their nodes: elements after which the same may come share theirs. */
export class Targets {
  readonly names: Names
  readonly #targets = new Map<Node, Target>()

  constructor(names: Names) {
    this.names = names
  }

  of(node: Node): Target {
    let target = this.#targets.get(node)
    if (target === undefined) {
      target = new Target(node, this)
      this.#targets.set(node, target)
    }
    return target
  }
}

function stateOf({ steps, ends }: Closure, targets: Targets): State {
  const edges: (Edge | undefined)[] = []
  const wildcards: WildcardEdge[] = []
  let first: number | undefined
  for (const [{ term, next }, ways] of waysByLeaf(steps)) {
    const target = targets.of(next)
    if (term.kind === 'any') wildcards.push({ wildcard: term, ways, target })
    else {
      for (const declaration of term.substitutes) {
        const number = targets.names.add(declaration.namespace, declaration.local)
        edges[number] = { declaration, by: term, ways, target, other: edges[number] }
        first ??= number
      }
    }
  }
  return { first: first === undefined ? undefined : edges[first], edges, wildcards, ends }
}

/** An element may be reached in several ways if it is counted: once more in the inner group, or in the outer one. */
function waysByLeaf(steps: readonly Step[]): ReadonlyMap<Leaf, readonly Way[]> {
  const ways = new Map<Leaf, Way[]>()
  for (const { leaf, counts } of steps) {
    const known = ways.get(leaf)
    if (known === undefined) ways.set(leaf, [counts])
    else known.push(counts)
  }
  return ways
}

/** The edge of an element of this name. */
export function edgeOf(
  state: State,
  names: Names,
  namespace: string,
  local: string,
): Edge | undefined {
  const { first, edges } = state
  if (first?.declaration.local === local && first.declaration.namespace === namespace) return first
  const number = names.find(namespace, local)
  return number !== undefined && number < edges.length ? edges[number] : undefined
}
