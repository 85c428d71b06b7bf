/** Says in few words what an entry of the journal tells, the same in every table and line. */
import type { ExchangeEnded, NodeEvent } from '../../../message/events/events.js'
import { parseClarkName } from '../../../xml/tree.js'
import type { JournalEntry } from '../journal.js'
import { shownKeys } from '../keys/query.js'

export interface Words {
  readonly transport: string | undefined
  /** What it was about: the local name of an operation, mostly. */
  readonly what: string | undefined
  readonly outcome: string
  /** Who sent it. */
  readonly who: string | undefined
  readonly ms: number | undefined
  /** By which more is found. */
  readonly id: string | undefined
  readonly cause: string | undefined
  /** Business keys; those that are not shown are `(hidden)`. */
  readonly keys: string | undefined
}

export function wordsOf({ event }: JournalEntry): Words {
  switch (event.event) {
    case 'exchange':
      return {
        transport: event.transport,
        what: localName(event.operation),
        outcome: outcomeOf(event),
        who: senderOf(event),
        ms: event.ms,
        id: event.exchange,
        cause: event.cause,
        keys: shownKeys(event.keys),
      }
    case 'job':
      return {
        transport: undefined,
        what: [event.kind, localName(event.operation) ?? event.to].filter(Boolean).join(' '),
        outcome: event.outcome,
        who: undefined,
        ms: event.ms,
        id: event.job,
        cause: event.cause,
        keys: shownKeys(event.keys),
      }
    case 'refused':
      return {
        transport: event.transport,
        what: undefined,
        outcome: `refused ${event.outcome}`,
        who: event.from ?? event.peer,
        ms: undefined,
        id: event.messageId,
        cause: event.cause,
        keys: shownKeys(event.keys),
      }
    case 'breaker':
      return {
        ...NO_FIELDS,
        what: `breaker of ${event.destination}`,
        outcome: event.outcome,
        cause: event.cause,
      }
    case 'connection':
      return {
        ...NO_FIELDS,
        transport: event.transport,
        what: 'connection',
        outcome: event.outcome,
        who: event.peer,
        cause: event.cause,
      }
    case 'opinion':
      return {
        ...NO_FIELDS,
        what: `opinion on ${localName(event.element) ?? ''}`,
        outcome: event.outcome,
        cause: event.cause,
      }
    case 'action':
      return {
        ...NO_FIELDS,
        what: [event.action, event.destination].filter(Boolean).join(' '),
        outcome: event.outcome,
        who: event.who,
        id: event.ids?.[0],
        cause: event.cause,
      }
  }
}

const NO_FIELDS = {
  transport: undefined,
  who: undefined,
  ms: undefined,
  id: undefined,
  cause: undefined,
  keys: undefined,
}

export function outcomeOf({ outcome, code, refusal, attempt }: ExchangeEnded): string {
  const more = code ?? refusal
  const tried = attempt !== undefined && attempt > 1 ? `, try ${attempt}` : ''
  return `${outcome}${more === undefined ? '' : ` ${more}`}${tried}`
}

/** The most certain that is known of who sent it. */
export function senderOf({ sender, from, peer }: ExchangeEnded): string | undefined {
  return sender ?? from ?? peer
}

export function localName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : parseClarkName(name).local
}

/** How well it went: what colour it gets. */
export function mood(event: NodeEvent): 'good' | 'warning' | 'bad' {
  switch (event.event) {
    case 'exchange':
      if (event.outcome === 'fault' || event.outcome === 'refused') return 'bad'
      return event.outcome === 'pending' ? 'warning' : 'good'
    case 'job':
      if (event.outcome === 'dead') return 'bad'
      return event.outcome === 'done' ? 'good' : 'warning'
    case 'breaker':
      return event.outcome === 'open' ? 'bad' : 'good'
    case 'action':
      return event.outcome === 'done' ? 'good' : 'bad'
    case 'refused':
    case 'connection':
    case 'opinion':
      return 'bad'
  }
}
