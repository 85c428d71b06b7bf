/** Finds whether the clock of the machine was set by more than it drifts. */
import { monotonicTime, wallTime } from '../../../base/time.js'
import type { ProblemSource } from '../problem.js'
import { spanText } from '../shown-text.js'

/** Milliseconds between two looks by which the clock may differ: what time services correct at once is less. */
const TOLERATED = 3_000
/** Milliseconds for which a jump is shown. */
const SHOWN = 900_000

interface Clocks {
  readonly wall: () => number
  /** Milliseconds by a clock that nobody sets. */
  readonly steady: () => number
}

export function clock(
  { wall, steady }: Clocks = { wall: wallTime, steady: monotonicTime },
): ProblemSource {
  const offset = () => wall() - steady()
  let before = offset()
  let jump: { readonly by: number; readonly at: number; readonly since: number } | undefined
  return {
    name: 'clock',
    every: 2_000,
    find: async () => {
      const now = offset()
      if (Math.abs(now - before) > TOLERATED) {
        jump = { by: now - before, at: steady(), since: wall() }
      }
      before = now
      if (!jump || steady() - jump.at > SHOWN) return []
      const { by, since } = jump
      return [
        {
          name: 'clock-changed',
          severity: 'warning',
          stopsAcceptance: false,
          shared: false,
          summary: `The clock of this machine jumped by ${spanText(Math.abs(by))} ${by > 0 ? 'forward' : 'back'}.`,
          remedy:
            'See that a time service runs here. Signatures and tokens of that time may have been refused, and times in the log and the journal are off.',
          since,
          page: '#/flow',
        },
      ]
    },
  }
}
