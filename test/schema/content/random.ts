/** Random content models, always the same ones for a seed. */
import type { Particle } from '../../../src/schema/components.js'
import { checkParticle } from '../../../src/schema/content/index.js'
import { SchemaProblem } from '../../../src/schema/problem.js'
import { declared, group, particle, wildcard } from './models.js'

/** Numbers between 0 and 1 that are always the same. */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Namespaces of the names that are tried: `x` is that of the wildcards. */
export const NAMES: readonly (readonly [namespace: string, local: string])[] = [
  ['', 'a'],
  ['', 'b'],
  ['', 'c'],
  ['x', 'a'],
]
const ELEMENTS = ['a', 'b', 'c'].map((local) => declared(local))
const ANY = wildcard({ kind: 'in', namespaces: new Set(['x']) })
const OCCURRENCES = [
  [1, 1],
  [1, 1],
  [0, 1],
  [0, Infinity],
  [1, Infinity],
  [2, 2],
  [0, 2],
  [1, 3],
  [2, 3],
  [2, Infinity],
  [3, 4],
] as const

export function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

export function randomParticle(random: () => number, depth: number): Particle {
  const [min, max] = pick(OCCURRENCES, random)
  if (depth === 0 || random() < 0.3) return particle(pick([...ELEMENTS, ANY], random), min, max)
  const size = Math.floor(random() * 3.4)
  const particles = Array.from({ length: size }, () => randomParticle(random, depth - 1))
  return particle(group(random() < 0.6 ? 'sequence' : 'choice', ...particles), min, max)
}

export function written({ min, max, term }: Particle): string {
  const times = min === 1 && max === 1 ? '' : `{${min},${max === Infinity ? '' : max}}`
  switch (term.kind) {
    case 'element':
      return `${term.local}${times}`
    case 'any':
      return `any:x${times}`
    default:
      return `(${term.particles.map(written).join(term.kind === 'choice' ? ' | ' : ', ')})${times}`
  }
}

/** True if it breaks no rule. */
export function isClear(particle: Particle): boolean {
  try {
    checkParticle(particle)
    return true
  } catch (error) {
    if (error instanceof SchemaProblem) return false
    throw error
  }
}

/** Some names that a model takes; undefined where an empty choice can take nothing. */
export function randomNames(
  random: () => number,
  { min, max, term }: Particle,
): readonly (readonly [namespace: string, local: string])[] | undefined {
  const names: (readonly [namespace: string, local: string])[] = []
  const times = min + Math.floor(random() * (Math.min(max, min + 2) - min + 1))
  for (let time = 0; time < times; time += 1) {
    const once = randomNamesOnce(random, term)
    if (once === undefined) return undefined
    names.push(...once)
  }
  return names
}

function randomNamesOnce(
  random: () => number,
  term: Particle['term'],
): ReturnType<typeof randomNames> {
  switch (term.kind) {
    case 'element':
      return [[term.namespace, term.local]]
    case 'any':
      return [['x', 'a']]
    case 'choice':
      return term.particles.length === 0
        ? undefined
        : randomNames(random, pick(term.particles, random))
    default: {
      const parts = term.particles.map((each) => randomNames(random, each))
      return parts.some((part) => part === undefined)
        ? undefined
        : parts.flatMap((part) => part ?? [])
    }
  }
}

/** A model that takes less, or looks as if it did. */
export function narrowed(random: () => number, model: Particle): Particle {
  const within = OCCURRENCES.filter(([min, max]) => min >= model.min && max <= model.max)
  const [min, max] =
    random() < 0.4 && within.length > 0 ? pick(within, random) : [model.min, model.max]
  return { ...model, min, max, term: narrowedTerm(random, model.term) }
}

function narrowedTerm(random: () => number, term: Particle['term']): Particle['term'] {
  if (term.kind === 'element' || term.kind === 'any') return term
  const fewer = term.particles.map((each) => narrowed(random, each)).filter(() => random() > 0.15)
  // One particle of a group at least remains: what an empty choice restricts is a matter of words.
  const particles = fewer.length > 0 ? fewer : term.particles
  if (random() < 0.1) return group(term.kind, particle(group('sequence', ...particles)))
  return term.kind === 'choice' && random() < 0.2
    ? group('sequence', ...particles)
    : group(term.kind, ...particles)
}
