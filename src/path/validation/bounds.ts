/** What bounds the checks in a process of its own, and no key of the configuration changes. */

/** Of the processes that check elements. */
export interface ChildLimits {
  /** Milliseconds that one check may take. */
  readonly timeout: number
  /** How many checks run at once. */
  readonly processes: number
  /** Milliseconds after which a process that nobody asks is ended. Default: it stays. */
  readonly idleTime?: number | undefined
}

export const VALIDATION_BOUNDS: ChildLimits = Object.freeze({
  // The largest message that is taken needs less than one; what needs longer was written to need it.
  timeout: 10_000,
  // The work of messages needs the other processors, and no sender can fill more than this one.
  processes: 1,
})
