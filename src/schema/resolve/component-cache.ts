/** Makes each component once, however many refer to it, and finds circles among those that may have none. */
import { SchemaProblem } from '../problem.js'

/** Components of which each needs the next one before it can be made. */
const MAX_STEPS = 250

type State<Made> =
  | { readonly kind: 'begun' }
  | { readonly kind: 'made'; readonly made: Made }
  | { readonly kind: 'broken'; readonly problem: SchemaProblem }

export class Once<Key, Made> {
  readonly #states = new Map<Key, State<Made>>()
  readonly #circle: (key: Key) => SchemaProblem
  #steps = 0

  /** @param circle  what to say of a component that needs itself before it can be made */
  constructor(circle: (key: Key) => SchemaProblem) {
    this.#circle = circle
  }

  /** @throws SchemaProblem the same at every call, if there was one at the first */
  make(key: Key, make: () => Made): Made {
    const state = this.#states.get(key)
    switch (state?.kind) {
      case 'made':
        return state.made
      case 'broken':
        throw state.problem
      case 'begun':
        throw this.#circle(key)
      case undefined:
        return this.#first(key, make)
    }
  }

  #first(key: Key, make: () => Made): Made {
    if (this.#steps >= MAX_STEPS) {
      const sentence = `more than ${MAX_STEPS} components depend on each other in a row`
      throw new SchemaProblem('schema-too-deep', sentence)
    }
    this.#states.set(key, { kind: 'begun' })
    this.#steps += 1
    try {
      const made = make()
      this.#states.set(key, { kind: 'made', made })
      return made
    } catch (error) {
      if (error instanceof SchemaProblem) this.#states.set(key, { kind: 'broken', problem: error })
      throw error
    } finally {
      this.#steps -= 1
    }
  }
}
