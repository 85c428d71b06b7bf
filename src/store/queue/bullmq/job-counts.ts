/** How many jobs there are in each state, as the script of that name says it. */

export interface Counts {
  readonly waiting: number
  readonly delayed: number
  readonly suspended: number
  readonly running: number
  readonly done: number
  readonly dead: number
  readonly paused: boolean
  /** Jobs to do, those for their next attempt among them, but none that is suspended. */
  readonly depth: number
  /** When the oldest that waits and was never run was accepted, in milliseconds since 1970. */
  readonly oldest: number | undefined
}

/** @param found  what the script returns */
export function countsOf(found: readonly string[]): Counts {
  const [wait = 0, delayed = 0, held = 0, due = 0, running = 0, done = 0, dead = 0, ...more] =
    found.map(Number)
  const [noted = 0, paused] = more
  const later = Math.max(0, delayed - held - due)
  // A job is noted as suspended before it is.
  const suspended = Math.min(noted, later)
  return {
    waiting: wait + held + due,
    delayed: later - suspended,
    suspended,
    running,
    done,
    dead,
    paused: paused === 1,
    depth: wait + Math.max(0, delayed - suspended),
    oldest: found[9] ? Number(found[9]) : undefined,
  }
}
