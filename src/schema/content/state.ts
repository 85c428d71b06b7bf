/** A state of a content model: which element leads to which state, and what is counted on the way. */
import type { ElementDeclaration, Wildcard } from '../components.js'
import { type Closure, closureOf, type Step } from './closure.js'
import type { Count, Leaf, Node } from './graph.js'

/** Made when the first message comes to it: a sequence of many optional elements has more ways than it uses. */
export interface State {
  /** The element that comes next, where one does: most often it is. */
  readonly first: Edge | undefined
  /** In the order of the schema, for findings. */
  readonly inOrder: readonly Edge[]
  /** By namespace and local name. */
  readonly edges: ReadonlyMap<string, ReadonlyMap<string, Edge>>
  /** After the names. */
  readonly wildcards: readonly WildcardEdge[]
  /** What must have been counted at the end, of each way to it. */
  readonly ends: readonly (readonly Count[])[]
  /** Where to go on looking, in a long sequence of optional elements. */
  readonly rest: Target | undefined
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

/** So many elements are known to one state, and more only if they are in one choice. */
const ENOUGH = 32

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
    this.#state ??= stateOf(closureOf(this.#node, ENOUGH), this.#targets)
    return this.#state
  }
}

/** The states of one model, by their nodes: elements after which the same may come share theirs. */
export class Targets {
  readonly #targets = new Map<Node, Target>()

  of(node: Node): Target {
    let target = this.#targets.get(node)
    if (target === undefined) {
      target = new Target(node, this)
      this.#targets.set(node, target)
    }
    return target
  }
}

function stateOf({ steps, ends, rest }: Closure, targets: Targets): State {
  const edges = new Map<string, Map<string, Edge>>()
  const inOrder: Edge[] = []
  const wildcards: WildcardEdge[] = []
  for (const [{ term, next }, ways] of waysByLeaf(steps)) {
    const target = targets.of(next)
    if (term.kind === 'any') wildcards.push({ wildcard: term, ways, target })
    else {
      for (const declaration of term.substitutes) {
        const { namespace, local } = declaration
        const named = edges.get(namespace) ?? new Map<string, Edge>()
        const edge = { declaration, by: term, ways, target, other: named.get(local) }
        inOrder.push(edge)
        edges.set(namespace, named.set(local, edge))
      }
    }
  }
  const { namespace = '', local = '' } = inOrder[0]?.declaration ?? {}
  const first = edges.get(namespace)?.get(local)
  return { first, inOrder, edges, wildcards, ends, rest: rest && targets.of(rest) }
}

/** An element may be reached in several ways if it is counted: once more in the inner group, or in the outer one. */
function waysByLeaf(steps: readonly Step[]): ReadonlyMap<Leaf, readonly Way[]> {
  const ways = new Map<Leaf, Way[]>()
  for (const { leaf, counts } of steps) {
    const existing = ways.get(leaf)
    if (existing === undefined) ways.set(leaf, [counts])
    else existing.push(counts)
  }
  return ways
}

/** The edge of an element of this name. */
export function edgeOf(state: State, namespace: string, local: string): Edge | undefined {
  const { first, edges } = state
  if (first?.declaration.local === local && first.declaration.namespace === namespace) return first
  return edges.get(namespace)?.get(local)
}
