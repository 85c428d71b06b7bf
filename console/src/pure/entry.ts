/** What a line about a journal entry says. */
import type { JournalEntry } from '../../../src/store/journal/journal.js'

export interface EntryLine {
  /** What to ask for to see all of its conversation. */
  readonly id: string | undefined
  /** `http`, `smtp`, or what the queue did. */
  readonly way: string
  readonly operation: string | undefined
  /** Who sent it, or where it goes. */
  readonly party: string | undefined
  readonly ms: number | undefined
  readonly cause: string | undefined
}

export function lineOf({ event }: JournalEntry): EntryLine {
  switch (event.event) {
    case 'exchange':
      return {
        id: event.exchange,
        way: event.attempt === undefined ? event.transport : `queue, ${event.transport}`,
        operation: event.operation,
        party: event.sender ?? event.from ?? event.peer,
        ms: event.ms,
        cause: event.cause ?? event.refusal,
      }
    case 'job':
      return {
        id: event.exchange,
        way: `${event.kind}, attempt ${event.attempt ?? 1}`,
        operation: event.operation,
        party: event.to,
        ms: event.ms,
        cause: event.cause,
      }
    case 'breaker':
      return without('circuit', event.destination, event.cause)
    case 'refused':
      return {
        ...without(event.transport, event.from ?? event.peer, event.cause),
        id: event.messageId,
      }
    case 'connection':
      return without(event.transport, event.peer, event.cause)
    case 'opinion':
      return { ...without('second opinion', event.schema, event.cause), operation: event.element }
    case 'action':
      return without(
        'operator',
        event.who,
        event.cause ?? event.destination ?? event.ids?.join(', '),
      )
  }
}

function without(way: string, party: string | undefined, cause: string | undefined): EntryLine {
  return { id: undefined, way, operation: undefined, party, ms: undefined, cause }
}

/** The last part of a node's URI, which is how people call it. */
export function nodeName(uri: string): string {
  return uri.split(/[:/]/).findLast((part) => part !== '') ?? uri
}
