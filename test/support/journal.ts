/** Events for the tests of the journal, and what is read of them. */
import type { ExchangeEnded, JobSettled, NodeEvent } from '../../src/message/events/events.js'
import { newId } from '../../src/message/exchange-id.js'
import type { JournalEntry } from '../../src/store/journal/journal.js'

export function exchangeOf(parts: Partial<ExchangeEnded> = {}): ExchangeEnded {
  return {
    event: 'exchange',
    exchange: newId(),
    transport: 'http',
    peer: '192.0.2.7',
    soap: '1.1',
    operation: '{urn:x}Add',
    outcome: 'reply',
    ms: 0.5,
    ...parts,
  }
}

export function jobSettled(parts: Partial<JobSettled> = {}): JobSettled {
  const exchange = newId()
  return { event: 'job', job: exchange, kind: 'invoke', exchange, outcome: 'done', ms: 1, ...parts }
}

/** The ids of exchanges, in the order of the entries. */
export function exchangesIn(entries: readonly JournalEntry[]): readonly string[] {
  return entries.map(({ event }) => ('exchange' in event ? event.exchange : event.event))
}

/** As it is read back: what was undefined is not there. */
export function asKept(event: NodeEvent): NodeEvent {
  return JSON.parse(JSON.stringify(event))
}
