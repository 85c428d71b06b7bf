/** Tells whether the names of elements are enough to put them in the order in which they came. */
import type { Particle } from '../components.js'
import { type Kind, occurrencesOf } from './occurrence.js'

/**
 * The kinds of elements in the order in which every valid element has them: its children, sorted by it, stand as they
 * stood. The elements of an `all` group, whose order means nothing, come in the order of the schema.
 *
 * @returns undefined if there is no such order, as in a group of two elements that repeats
 */
export function orderOf(particle: Particle): readonly Kind[] | undefined {
  const leaves: Kind[] = []
  if (!collect(particle, leaves)) return undefined
  const kinds = [...new Set(leaves)]
  return kinds.length === leaves.length ? kinds : sorted(kinds, precedenceOf(particle))
}

/** @returns false if a part that repeats holds more than one kind of element */
function collect(particle: Particle, leaves: Kind[]): boolean {
  const { term, max } = particle
  if (max > 1) {
    const kinds = occurrencesOf(particle)
    if (kinds.size > 1) return false
    leaves.push(...kinds.keys())
    return true
  }
  if (term.kind === 'element' || term.kind === 'any') {
    leaves.push(...occurrencesOf(particle).keys())
    return true
  }
  return term.particles.every((part) => collect(part, leaves))
}

/** The kinds that may stand behind each kind. */
type Precedence = Map<Kind, Set<Kind>>

function precedenceOf(particle: Particle): Precedence {
  const behind: Precedence = new Map()
  const visit = ({ term }: Particle): void => {
    if (term.kind === 'element' || term.kind === 'any') return
    for (const part of term.particles) visit(part)
    if (term.kind !== 'sequence') return
    const before = new Set<Kind>()
    for (const part of term.particles) {
      const kinds = [...occurrencesOf(part).keys()]
      for (const first of before) for (const kind of kinds) add(behind, first, kind)
      for (const kind of kinds) before.add(kind)
    }
  }
  visit(particle)
  return behind
}

function add(behind: Precedence, first: Kind, second: Kind): void {
  if (first === second) return
  const known = behind.get(first)
  if (known) known.add(second)
  else behind.set(first, new Set([second]))
}

/** Kinds sorted so that none stands behind one that may stand behind it; undefined where two may do both. */
function sorted(kinds: readonly Kind[], behind: Precedence): readonly Kind[] | undefined {
  const waitsFor = new Map<Kind, number>(kinds.map((kind) => [kind, 0]))
  for (const later of behind.values()) {
    for (const kind of later) waitsFor.set(kind, (waitsFor.get(kind) ?? 0) + 1)
  }
  const order = kinds.filter((kind) => waitsFor.get(kind) === 0)
  // The list grows while it is gone through.
  for (const kind of order) {
    for (const later of behind.get(kind) ?? []) {
      const left = (waitsFor.get(later) ?? 0) - 1
      waitsFor.set(later, left)
      if (left === 0) order.push(later)
    }
  }
  return order.length === kinds.length ? order : undefined
}
