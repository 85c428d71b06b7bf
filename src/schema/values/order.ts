/** Tells which elements their names alone put in the order in which they came, and which need an order of their own. */
import type { Particle } from '../components.js'
import { type Kind, occurrencesOf } from './occurrence.js'

export interface Order {
  /**
   * The kinds of elements in the order in which every valid element has them: its children, sorted by it, stand as they
   * stood, those of a group among each other. The elements of an `all` group, whose order means nothing, come in the order
   * of the schema.
   */
  readonly kinds: readonly Kind[]
  /** Groups of several elements that repeat, by each of their kinds: in them, names tell no order. */
  readonly groups: ReadonlyMap<Kind, Group>
}

/** A part of a content model of which all kinds stand together. */
export type Group = Particle

/** @returns undefined if there is no such order, as in a group of elements that stand elsewhere, too */
export function orderOf(particle: Particle): Order | undefined {
  const leaves: Kind[] = []
  const groups = new Map<Kind, Group>()
  collect(particle, leaves, groups)
  const kinds = [...new Set(leaves)]
  if (kinds.length === leaves.length) return { kinds, groups }
  const order = groups.size === 0 ? sorted(kinds, precedenceOf(particle)) : undefined
  return order && { kinds: order, groups }
}

function collect(particle: Particle, leaves: Kind[], groups: Map<Kind, Group>): void {
  const { term, max } = particle
  if (max > 1 || term.kind === 'element' || term.kind === 'any') {
    const kinds = [...occurrencesOf(particle).keys()]
    if (max > 1 && kinds.length > 1) for (const kind of kinds) groups.set(kind, particle)
    leaves.push(...kinds)
    return
  }
  for (const part of term.particles) collect(part, leaves, groups)
}

/** What comes behind each kind: kinds, and moments of which whole parts of a sequence come before or behind. */
type Node = Kind | Moment
class Moment {}
type Precedence = ReadonlyMap<Node, readonly Node[]>

/**
 * Each part of a sequence comes before all that follow it: said by a moment between two parts, and not by each pair
 * of kinds, so that it is as long as the model.
 *
 * @returns undefined where two kinds stand on both sides of each other
 */
function precedenceOf(particle: Particle): Precedence | undefined {
  const behind = new Map<Node, Node[]>()
  const add = (first: Node, second: Node) => {
    const existing = behind.get(first)
    if (existing) existing.push(second)
    else behind.set(first, [second])
  }
  const visit = ({ term }: Particle): boolean => {
    if (term.kind === 'element' || term.kind === 'any') return true
    if (!term.particles.every(visit)) return false
    if (term.kind !== 'sequence') return true
    const parts = term.particles.map((part) => [...occurrencesOf(part).keys()])
    return addParts(
      parts.filter((kinds) => kinds.length > 0),
      add,
    )
  }
  return visit(particle) ? behind : undefined
}

/** @returns false for two kinds that stand on both sides of each other */
function addParts(
  parts: readonly (readonly Kind[])[],
  add: (first: Node, second: Node) => void,
): boolean {
  const spans = spansOf(parts)
  let before: Moment | undefined
  /** Stands here and in a later part: nothing of others may stand between. */
  let open: Kind | undefined
  for (const [at, kinds] of parts.entries()) {
    const moment = new Moment()
    const spanning = kinds.filter((kind) => spans.get(kind)?.first !== spans.get(kind)?.last)
    const [starting, second] = spanning.filter((kind) => spans.get(kind)?.first === at)
    const ends = spanning.filter((kind) => spans.get(kind)?.last === at)
    if (second !== undefined || ends.length > 1) return false
    if (open !== undefined && ends.length === 0 && kinds.some((kind) => kind !== open)) return false
    if (before) add(before, moment)
    for (const kind of kinds) {
      if (spans.get(kind)?.first !== at) continue
      if (before) add(before, kind)
      add(kind, moment)
      if (starting !== undefined && kind !== starting) add(kind, starting)
    }
    // One that ends here comes before those that begin here, by its own moment.
    if (ends.length > 0) open = undefined
    open = starting ?? open
    before = moment
  }
  return true
}

interface Span {
  readonly first: number
  readonly last: number
}

/** In which part of a sequence each kind stands first, and in which last. */
function spansOf(parts: readonly (readonly Kind[])[]): ReadonlyMap<Kind, Span> {
  const spans = new Map<Kind, Span>()
  for (const [last, kinds] of parts.entries()) {
    for (const kind of kinds) spans.set(kind, { first: spans.get(kind)?.first ?? last, last })
  }
  return spans
}

/** Kinds sorted so that none stands behind one that may stand behind it; undefined where two may do both. */
function sorted(
  kinds: readonly Kind[],
  behind: Precedence | undefined,
): readonly Kind[] | undefined {
  if (!behind) return undefined
  const waitsFor = new Map<Node, number>()
  for (const later of behind.values()) {
    for (const node of later) waitsFor.set(node, (waitsFor.get(node) ?? 0) + 1)
  }
  const order = kinds.filter((kind) => !waitsFor.has(kind))
  // The list grows while it is gone through.
  for (const kind of order) {
    // A moment comes as soon as all before it is there.
    const left = [...(behind.get(kind) ?? [])].reverse()
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      const waits = (waitsFor.get(node) ?? 0) - 1
      waitsFor.set(node, waits)
      if (waits > 0) continue
      if (typeof node === 'string') order.push(node)
      else left.push(...[...(behind.get(node) ?? [])].reverse())
    }
  }
  return order.length === kinds.length ? order : undefined
}
