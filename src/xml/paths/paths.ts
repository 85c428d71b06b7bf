/** Looks for many paths at once: an element costs one step, however many there are. */
import { isMet, type Path } from './path.js'
import {
  firstSteps,
  type NameClass,
  NameClasses,
  type NumberedStep,
  type XmlName,
} from './steps.js'

/** Where the paths are in an element: those whose steps so far are met by it and what is around it. */
export interface Location {
  /** True if no path ends at the element or at an attribute of it, as for most. */
  readonly isPlain: boolean
  /** Numbers of the paths that end at the element, in their order. */
  readonly ends: readonly number[]
  /** Numbers of the paths that end at an attribute of the element. */
  endsAt(attribute: XmlName): readonly number[]
  /** Where they are in an element within it. */
  enter(name: XmlName): Location
}

/**
 * Locations that are kept, each with those that follow it. Documents can lead to any number of them: further ones are
 * made again each time.
 */
const MAX_KEPT = 1_000

/** An automaton, whose states are made as documents lead to them. */
export class Paths {
  /** Outside the root element. */
  readonly start: Location
  readonly #names: NameClasses
  readonly #kept = new Map<string, State>()

  constructor(paths: readonly Path[]) {
    const firsts = firstSteps(paths)
    this.#names = new NameClasses(firsts)
    this.start = this.#stateOf(firsts, [])
  }

  #stateOf(steps: readonly NumberedStep[], ends: readonly number[]): State {
    const key = `${steps.map(({ id }) => id).join()} ${ends.join()}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    const isKept = this.#kept.size < MAX_KEPT
    const state = new State({ steps, ends, isKept, names: this.#names, after: this.#after })
    if (isKept) this.#kept.set(key, state)
    return state
  }

  readonly #after: After = (steps, name) => {
    const within = new Map<number, NumberedStep>()
    const ends = new Set<number>()
    for (const one of steps) {
      const { id, path, step, next } = one
      if (step.deep) within.set(id, one)
      if (step.attribute || !name.meets.has(id)) continue
      if (next) within.set(next.id, next)
      else ends.add(path)
    }
    const sorted = [...within.values()].sort((one, two) => one.id - two.id)
    return this.#stateOf(sorted, [...ends])
  }
}

const NONE_MET: readonly number[] = []

/** What follows on steps in an element of such a name. */
type After = (steps: readonly NumberedStep[], name: NameClass) => State

interface StateParts {
  /** Those that elements within it can meet, and attributes of the element. */
  readonly steps: readonly NumberedStep[]
  readonly ends: readonly number[]
  readonly isKept: boolean
  readonly names: NameClasses
  readonly after: After
}

class State implements Location {
  readonly isPlain: boolean
  readonly isKept: boolean
  readonly ends: readonly number[]
  readonly #attributes: readonly NumberedStep[]
  readonly #parts: StateParts
  /** By the class of a name. */
  readonly #next: (State | undefined)[] = []

  constructor(parts: StateParts) {
    const { steps, ends, isKept } = parts
    this.#attributes = steps.filter(({ step }) => step.attribute)
    this.isPlain = ends.length === 0 && this.#attributes.length === 0
    this.isKept = isKept
    this.ends = ends
    this.#parts = parts
  }

  enter(name: XmlName): State {
    const { names, steps, after } = this.#parts
    const found = names.of(name)
    const kept = this.#next[found.id]
    if (kept) return kept
    const next = after(steps, found)
    if (next.isKept) this.#next[found.id] = next
    return next
  }

  endsAt(attribute: XmlName): readonly number[] {
    let met: number[] | undefined
    for (const { path, step } of this.#attributes) {
      if (isMet(step, attribute) && met?.at(-1) !== path) {
        met ??= []
        met.push(path)
      }
    }
    return met ?? NONE_MET
  }
}
