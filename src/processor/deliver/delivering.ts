/** What running a job takes, whatever its kind. */
import type { JobResult } from '../../queue/job.js'
import type { InboundMessage, Outcome } from '../../transport.js'
import type { OpenExchange } from '../exchange.js'
import type { BringingBack } from '../forward/bring-back.js'
import type { Forwarding } from '../forward/forward.js'
import type { Refusing } from '../refuse.js'

export interface Delivering extends Forwarding, BringingBack, Refusing {
  /** Takes the message along the path of every message. */
  readonly path: (message: InboundMessage, exchange: OpenExchange) => Promise<Outcome>
}

export function resultOf(outcome: Outcome): JobResult {
  switch (outcome.kind) {
    case 'accepted':
    case 'reply':
    case 'fault':
      return outcome
    case 'pending':
    case 'refused':
      throw new Error(`a job cannot end as ${outcome.kind}`)
  }
}

/** For the operator, who reads it in the dead letter. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
