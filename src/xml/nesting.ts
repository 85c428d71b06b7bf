/** Walks parts within parts by a stack of its own: values and trees may nest deeper than the stack of the process lets functions. */
import type { Walk } from './walk.js'

/** A walk that has parts which are such walks. `nested` walks it. */
export type Nesting<Result> = Generator<Part | undefined, Result, undefined>

/** What is to be walked to its end before the walk around it goes on. */
interface Part {
  next(): IteratorResult<Part | undefined, unknown>
}

/** Instead of `yield*`, where a walk comes back to itself. */
export function* part<Result>(walk: Nesting<Result>): Nesting<Result> {
  const apart = new Apart(walk)
  yield apart
  return apart.result
}

/** What a part throws ends the whole walk: none around it can catch it. */
export function* nested<Result>(walk: Nesting<Result>): Walk<Result> {
  let first = walk.next()
  for (; !first.done && !first.value; first = walk.next()) yield
  // Most have no part.
  if (first.done) return first.value
  const whole = new Apart(walk)
  const around: Part[] = [whole]
  let inmost: Part | undefined = first.value
  while (inmost) {
    const step: IteratorResult<Part | undefined, unknown> = inmost.next()
    if (step.done) inmost = around.pop()
    else if (step.value) {
      around.push(inmost)
      inmost = step.value
    } else yield
  }
  return whole.result
}

class Apart<Result> implements Part {
  readonly #walk: Nesting<Result>
  #made: readonly [Result] | undefined

  constructor(walk: Nesting<Result>) {
    this.#walk = walk
  }

  next(): IteratorResult<Part | undefined, Result> {
    const step = this.#walk.next()
    if (step.done) this.#made = [step.value]
    return step
  }

  get result(): Result {
    if (!this.#made) throw new TypeError('the walk has not ended')
    return this.#made[0]
  }
}
