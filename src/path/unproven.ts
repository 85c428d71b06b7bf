/** Notes whether a message has shown what its policies ask for: before, nobody has proven where its answers may go. */
import { learn } from './learn.js'

export interface Unproven {
  /** True while its security is looked at, and once that does not hold. */
  readonly unproven?: boolean | undefined
}

/** @param known  what is known of the message */
export function unproven<Known extends object>(known: Known, is: boolean): Known & Unproven {
  return learn<Known, Unproven>(known, { unproven: is })
}
