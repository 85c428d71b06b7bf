/** A step that tells how long it takes, where that is recorded. */
import type { Pending } from '../../base/steps.js'

/** @returns the same step, with a span of this name for each time that it is taken */
export type Timed = <Args extends readonly unknown[], Result>(
  name: string,
  step: Step<Args, Result>,
) => Step<Args, Result>

export type Step<Args extends readonly unknown[], Result> = (...args: Args) => Pending<Result>

/** Where nothing is recorded, a step is what it is. */
export const untimed: Timed = (_, step) => step
