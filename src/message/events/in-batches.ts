/** Notifies listeners of the events of one batch of messages together, as the code of each is at hand then. */
import type { NodeEvent, Observe } from './events.js'

/**
 * Each listener gets each event, in their order, once all that runs now has run: before any answer to the messages of
 * the batch is written.
 *
 * @param all  none of them may throw; see `Observe`
 */
export function inBatches(...all: readonly Observe[]): Observe {
  let waiting: NodeEvent[] = []
  const notify = () => {
    const events = waiting
    waiting = []
    for (const observe of all) for (const event of events) observe(event)
  }
  return (event) => {
    if (waiting.push(event) === 1) queueMicrotask(notify)
  }
}
