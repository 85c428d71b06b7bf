/** Tells several listeners of each event, one after the other. */
import type { NodeEvent, Observe } from './events.js'

/** None of them may throw; see `Observe`. */
export function observers(...all: readonly Observe[]): Observe {
  return (event: NodeEvent) => {
    for (const observe of all) observe(event)
  }
}
