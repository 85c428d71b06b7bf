/** Events of exchanges as a node tells them, for what keeps and shows them. */
import type { ExchangeEnded, JobSettled } from '../../src/message/events/events.js'

let made = 0

/** An exchange with an id of its own, and as little else as one has. */
export function exchangeOf(more: Partial<ExchangeEnded> = {}): ExchangeEnded {
  made += 1
  return {
    event: 'exchange',
    exchange: `01a2039e-63e5-7d3e-950e-${String(made).padStart(12, '0')}`,
    transport: 'http',
    peer: '192.0.2.7',
    soap: '1.1',
    operation: '{urn:example:calculator}Add',
    outcome: 'reply',
    role: 'ultimate-receiver',
    ms: 1.5,
    ...more,
  }
}

export function jobOf(more: Partial<JobSettled> & Pick<JobSettled, 'exchange'>): JobSettled {
  return { event: 'job', job: more.exchange, kind: 'invoke', outcome: 'done', ms: 2, ...more }
}
