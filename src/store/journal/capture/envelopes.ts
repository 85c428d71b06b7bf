/** The envelopes of one exchange at this node, as whoever keeps some of them is shown them. */
import type { ExchangeEnded } from '../../../message/events/events.js'

export interface Passed {
  readonly received: EnvelopeBytes | undefined
  /** What answered it, on the connection or as a message of its own. */
  readonly answered: string | undefined
  /** What went to the next node. */
  readonly sent: string | undefined
  /** Name of the route by which it went there. */
  readonly route: string | undefined
}

export interface EnvelopeBytes {
  readonly body: Uint8Array
  readonly charset?: string | undefined
}

/** Is notified of each exchange that ended. It must not throw, and must not wait. */
export type Capture = (event: ExchangeEnded, passed: Passed) => void
