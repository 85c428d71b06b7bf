/** Refuses a signed message once somebody needs what a prefix in it stands for, and that is not signed. */
import { type Pending, rescued } from '../../base/steps.js'
import { SecurityFailure } from '../../security/failure.js'
import { atBlock, failureOf, type StepFailure } from '../state/failure.js'
import type { Taken } from '../state/values.js'
import { refusalOf } from './refusal-of.js'

/**
 * @param thrown  by whoever reads values of the message
 * @returns the refusal for an UnsignedPrefix; anything else as it came
 */
export function unsignedRefused<Thrown>(
  thrown: Thrown,
  taken: Taken<'route' | 'understood'>,
): Thrown | StepFailure {
  // A plugin may have a copy of the package of its own.
  if (!(thrown instanceof Error) || thrown.name !== 'UnsignedPrefix') return thrown
  const failure = new SecurityFailure('FailedCheck', thrown.message, { cause: thrown })
  return refusalOf(failure, taken)
}

/** Does work of which any may need it. */
export function refusingUnsigned<Result>(
  work: () => Pending<Result>,
  taken: Taken<'route' | 'understood'>,
): Pending<Result> {
  return rescued(work, (error) => {
    const { thrown, actor } = failureOf(error)
    const refused = unsignedRefused(thrown, taken)
    throw refused === thrown ? error : atBlock(refused, { actor })
  })
}
