/** What of an event is counted as flow: one message or job, how it ended, and the time that it took. */
import type { ExchangeEnded, NodeEvent } from '../../../message/events/events.js'
import type { Outcomes } from '../../../store/journal/minutes/minutes.js'

export interface Counted {
  /** Name of the transport, or `queue` for a job. */
  readonly transport: string
  readonly operation: string | undefined
  /** Whether it may have a line of its own: anybody can call what nobody knows. */
  readonly isDeclared: boolean
  readonly outcome: keyof Outcomes<number>
  /** Milliseconds; undefined if it took no time that says something. */
  readonly ms: number | undefined
}

/** What runs jobs, as if it were a transport. */
const QUEUE = 'queue'

/**
 * Messages are counted as they come, and jobs as they end: an attempt of a job is no further message.
 *
 * @param operations  names of those that this node has
 * @returns undefined for what is not counted
 */
export function countedOf(event: NodeEvent, operations: ReadonlySet<string>): Counted | undefined {
  switch (event.event) {
    case 'exchange': {
      if (event.attempt !== undefined) return undefined
      const { transport, operation, ms } = event
      const outcome = outcomeOf(event)
      const isDeclared =
        outcome === 'done' || event.code === 'Server' || operations.has(operation ?? '')
      return { transport, operation, isDeclared, outcome, ms }
    }
    case 'job': {
      if (event.outcome === 'suspended' || event.outcome === 'postponed') return undefined
      const { operation, ms } = event
      const outcome = event.outcome === 'done' ? 'done' : 'serverFault'
      return { transport: QUEUE, operation, isDeclared: true, outcome, ms }
    }
    case 'refused': {
      const { transport } = event
      const operation = undefined
      return { transport, operation, isDeclared: true, outcome: 'refused', ms: undefined }
    }
    case 'breaker':
    case 'connection':
    case 'opinion':
    case 'action':
      return undefined
  }
}

function outcomeOf({ outcome, code }: ExchangeEnded): Counted['outcome'] {
  switch (outcome) {
    case 'fault':
      return code === 'Server' ? 'serverFault' : 'clientFault'
    case 'refused':
      return 'refused'
    case 'reply':
    case 'accepted':
    case 'pending':
    case 'document':
      return 'done'
  }
}
