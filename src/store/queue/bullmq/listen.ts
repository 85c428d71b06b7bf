/** Is notified of the ends of jobs on all nodes, and of attempts that have failed, from the stream of events that BullMQ keeps. */
import { type IQueueBackend, QueueEvents } from 'bullmq'
import { within } from '../../../base/deadline.js'
import { deferred } from '../../../base/deferred.js'
import type { Log } from '../../../base/log.js'
import { clearInterval, randomId, setInterval } from '../../../base/time.js'
import type { Connection } from '../../redis/connect.js'
import { EVENTS } from './lua.js'
import { fromStoredId, QUEUE_NAME } from './stored-names.js'

/** Milliseconds between two events that are shown until one is seen. */
const AGAIN = 50

interface ListenerParts {
  /** Waits until an outage is over. */
  readonly connection: Connection
  readonly prefix: string
  readonly backend: IQueueBackend
  /** Milliseconds until an event must have been seen. */
  readonly time: number
  readonly ended: (id: string) => void
  readonly log: Log
}

/** A node on which nobody waits does not read what happens on all the others. */
export class EndListener {
  readonly #parts: ListenerParts
  #events: QueueEvents | undefined
  #listening: Promise<void> | undefined

  constructor(parts: ListenerParts) {
    this.#parts = parts
  }

  /** Resolves when no end is missed any more; undefined if nobody wants to hear of any. */
  get listening(): Promise<void> | undefined {
    return this.#listening
  }

  /** Begins to listen when it is called first. */
  listen(): Promise<void> {
    this.#listening ??= this.#listen()
    return this.#listening
  }

  async close(): Promise<void> {
    await this.#events?.close()
  }

  async #listen(): Promise<void> {
    const { connection, prefix, backend, time, ended, log } = this.#parts
    const events = new QueueEvents(QUEUE_NAME, { prefix, connection })
    this.#events = events
    events.on('error', (error) => {
      log.debug({ error }, 'queue: the connection for events has a problem')
    })
    const notify = ({ jobId }: { readonly jobId: string }) => ended(fromStoredId(jobId))
    events.on('completed', notify).on('failed', notify).on('removed', notify).on('delayed', notify)
    try {
      await see(backend, events, time)
    } catch (error) {
      log.debug({ error }, 'queue: it may take two seconds to notice the end of a job')
    }
  }
}

/**
 * BullMQ listens from the first event that it has seen: until then it would miss what happens between
 * one question and the next. So it is shown one.
 *
 * @throws Overdue if it has seen none after so many milliseconds
 */
async function see(
  backend: IQueueBackend,
  events: QueueEvents,
  milliseconds: number,
): Promise<void> {
  const sign = randomId()
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
