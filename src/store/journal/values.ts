/** The values of an event that queries ask for. */
import type { KeySeen, NodeEvent } from '../../message/events/events.js'

type Values = readonly (string | undefined)[]

/** Between the parts of a kind. */
const KIND_END = '\u001f'

/** What most queries ask for, as one text. */
export interface Kind {
  readonly event: string
  readonly transport: string
  readonly outcome: string
  readonly operation: string
}

export function kindOf(event: NodeEvent): Kind {
  return {
    event: event.event,
    transport: 'transport' in event ? event.transport : '',
    outcome: event.outcome,
    operation: ('operation' in event ? event.operation : undefined) ?? '',
  }
}

export function kindText({ event, transport, outcome, operation }: Kind): string {
  return [event, transport, outcome, operation].join(KIND_END)
}

export function kindFrom(text: string): Kind {
  const [event = '', transport = '', outcome = '', operation = ''] = text.split(KIND_END)
  return { event, transport, outcome, operation }
}

/** Who sent it: addresses, mailboxes, names. */
export function peersOf(event: NodeEvent): Values {
  switch (event.event) {
    case 'exchange':
      return [event.peer, event.from, event.sender]
    case 'refused':
      return [event.peer, event.from]
    case 'connection':
      return [event.peer]
    case 'action':
      return [event.peer, event.who]
    case 'job':
    case 'breaker':
    case 'opinion':
      return []
  }
}

/** Where it goes: destinations, addresses. */
export function targetsOf(event: NodeEvent): Values {
  switch (event.event) {
    case 'exchange':
      return [event.destination, event.to, event.answerTo]
    case 'job':
      return [event.to]
    case 'breaker':
      return [event.destination]
    case 'refused':
      return event.recipients ?? []
    case 'action':
      return [event.destination]
    case 'connection':
    case 'opinion':
      return []
  }
}

export function causesOf(event: NodeEvent): Values {
  return [event.cause, event.event === 'exchange' ? event.refusal : undefined]
}

/** Its business keys. */
export function keysOf(event: NodeEvent): readonly KeySeen[] {
  return ('keys' in event && event.keys) || NO_KEYS
}

const NO_KEYS: readonly KeySeen[] = []

/** Parts of values are looked for in small letters: mailboxes and names of hosts are written in many ways. */
export function small(text: string): string {
  return text.toLowerCase()
}
