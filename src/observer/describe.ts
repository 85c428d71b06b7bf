/** What each event is, and what each of its fields says: the tables of docs/operating.md. */
import type { NodeEvent } from './events.js'

type Named<Name> = Extract<NodeEvent, { readonly event: Name }>

interface Description<Name> {
  readonly when: string
  /** Every field, in the order of the table. */
  readonly fields: { readonly [Key in Exclude<keyof Named<Name>, 'event'>]-?: true }
}

const MESSAGE = {
  exchange: true,
  traceId: true,
  messageId: true,
  operation: true,
  to: true,
  attempt: true,
  cause: true,
  ms: true,
} as const

export const EVENTS: { readonly [Name in NodeEvent['event']]: Description<Name> } = {
  exchange: {
    when: 'A message was taken through the path, at once or from the queue.',
    fields: {
      ...MESSAGE,
      transport: true,
      peer: true,
      from: true,
      destination: true,
      soap: true,
      outcome: true,
      code: true,
      refusal: true,
      answerTo: true,
      answers: true,
    },
  },
  job: {
    when: 'A job of the queue was run: an operation, a message or an answer that is sent.',
    fields: { job: true, kind: true, outcome: true, ...MESSAGE },
  },
  breaker: {
    when: 'A destination is left alone, or answers again.',
    fields: { destination: true, outcome: true, failures: true, pause: true, cause: true },
  },
  refused: {
    when: 'A transport turned a request or a mail away before it became a message.',
    fields: {
      transport: true,
      peer: true,
      from: true,
      recipients: true,
      messageId: true,
      outcome: true,
      cause: true,
      kept: true,
      again: true,
    },
  },
  connection: {
    when: 'A connection was closed, as there were too many.',
    fields: { transport: true, peer: true, outcome: true, cause: true },
  },
}

type FieldName = { [Name in NodeEvent['event']]: keyof Named<Name> }[NodeEvent['event']]

export const FIELDS: { readonly [Name in FieldName]: string } = {
  event: 'which event it is',
  exchange: 'id of the exchange; a Server fault names it',
  traceId: 'id of the trace, one for all nodes on the way',
  messageId: 'what the sender calls the message: `wsa:MessageID`, or Message-ID of a mail',
  operation: 'name of the body entry, as `{namespace}Name`',
  transport: 'name of the transport that it came over',
  peer: 'address of the connection’s other end',
  from: 'mail address that it says it is from',
  recipients: 'mail addresses that it was for',
  destination: 'plugin or path that it was addressed to; of a breaker, the destination',
  soap: 'SOAP version of its answer',
  to: 'URL that it is sent to',
  attempt: 'number of the attempt, 1 for the first; only of what comes from the queue',
  job: 'id of the job',
  kind: 'what the job does: `invoke`, `send`, `forward`, `answer`',
  outcome:
    'how it ended. Exchange: `reply`, `fault`, `accepted`, `pending`, `refused`. Job: `done`, `suspended`, `retry`, `dead`. Breaker: `open`, `closed`. Refused: the status or reply',
  code: 'of a fault',
  refusal: 'why it got no envelope in answer',
  answerTo: 'where its reply or fault goes, if not back on the connection; `nobody` for nowhere',
  answers: 'id of the exchange that it answers',
  failures: 'failures in a row after which the destination is left alone',
  pause: 'milliseconds until one message tries again',
  kept: 'file that keeps the mail',
  again: '`true` for all but the first one of a connection; these are logged as `debug`',
  cause: 'why, in words; of a connection, the key that sets the bound',
  ms: 'milliseconds that it took',
}
