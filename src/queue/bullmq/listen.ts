/** Has a node hear of all that happens in a queue: BullMQ listens from the first event that it has seen. */
import { randomUUID } from 'node:crypto'
import type { IQueueBackend, QueueEvents } from 'bullmq'
import { within } from '../../base/deadline.js'
import { deferred } from '../../base/deferred.js'
import { EVENTS } from './lua.js'

const AGAIN = 50

/**
 * Shows it an event and waits until it has seen it: until then it would miss what happens between
 * one question and the next.
 *
 * @throws Overdue if it has seen none after so many milliseconds
 */
export async function listen(
  backend: IQueueBackend,
  events: QueueEvents,
  milliseconds: number,
): Promise<void> {
  const sign = randomUUID()
  const seen = deferred()
  const listener = (event: { readonly sign?: string }) => {
    if (event.sign === sign) seen.resolve()
  }
  // The types of BullMQ know its own events only.
  events.on('listening' as never, listener as never)
  const show = () => backend.publishEvent({ event: 'listening', sign }, EVENTS)
  // Shown before anybody listens it would not be seen; that it cannot be shown is told by the deadline.
  const timer = setInterval(() => show().catch(() => undefined), AGAIN)
  try {
    await within(milliseconds, () => seen.promise)
  } finally {
    clearInterval(timer)
    events.off('listening' as never, listener as never)
  }
}
