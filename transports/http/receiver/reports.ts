/** Tells what was turned away, by events: a flood of connections is no flood of lines in the log. */
import type { TransportLog } from '#transport'
import type { HttpRefusal } from '../protocol/status.js'

export class Reports {
  readonly #log: TransportLog

  constructor(log: TransportLog) {
    this.#log = log
  }

  closed(cause: string, peer: string | undefined): void {
    this.#log.report?.({ event: 'connection', transport: 'http', peer, outcome: 'closed', cause })
  }

  refused(refusal: HttpRefusal, peer: string | undefined): void {
    const { status, message: cause } = refusal
    const outcome = String(status)
    const again = refusal.again || undefined
    this.#log.report?.({ event: 'refused', transport: 'http', peer, outcome, cause, again })
  }
}
