/** Describes each event and each of its fields: the tables of docs/operating.md. */
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
  keys: true,
  to: true,
  attempt: true,
  cause: true,
  ms: true,
} as const

export const EVENTS: { readonly [Name in NodeEvent['event']]: Description<Name> } = {
  exchange: {
    when: 'A message was processed, at once or from the queue.',
    fields: {
      ...MESSAGE,
      mailId: true,
      transport: true,
      peer: true,
      from: true,
      sender: true,
      destination: true,
      soap: true,
      outcome: true,
      code: true,
      refusal: true,
      again: true,
      answerTo: true,
      answers: true,
      role: true,
      bytes: true,
      attachments: true,
      answerLength: true,
      security: true,
      blocks: true,
    },
  },
  job: {
    when: 'A job of the queue was run: an operation, or a message or answer to be sent.',
    fields: { job: true, kind: true, outcome: true, resumed: true, ...MESSAGE },
  },
  breaker: {
    when: 'The circuit breaker of a destination opened or closed.',
    fields: {
      destination: true,
      to: true,
      outcome: true,
      failures: true,
      pause: true,
      cause: true,
    },
  },
  refused: {
    when: 'A transport refused a request or a mail before it became a message.',
    fields: {
      transport: true,
      peer: true,
      from: true,
      recipients: true,
      messageId: true,
      keys: true,
      outcome: true,
      cause: true,
      kept: true,
      again: true,
    },
  },
  connection: {
    when: 'A connection was closed because there were too many.',
    fields: { transport: true, peer: true, outcome: true, cause: true },
  },
  opinion: {
    when: 'The second opinion on an element differs from what the node found.',
    fields: { schema: true, element: true, outcome: true, cause: true, kept: true },
  },
  action: {
    when: 'An operator changed something over the admin listener, or tried to; logged in or out; or read the contents of messages.',
    fields: {
      action: true,
      outcome: true,
      who: true,
      by: true,
      peer: true,
      ids: true,
      count: true,
      destination: true,
      cause: true,
    },
  },
}

type FieldName = { [Name in NodeEvent['event']]: keyof Named<Name> }[NodeEvent['event']]

export const FIELDS: { readonly [Name in FieldName]: string } = {
  event: 'name of the event',
  exchange: 'id of the exchange; a Server fault names it',
  traceId: 'id of the trace, the same at all nodes on the way',
  messageId: 'the sender’s id of the message: `wsa:MessageID`, or Message-ID of a mail',
  mailId: 'Message-ID of its mail, where the envelope has a `wsa:MessageID` too',
  operation: 'name of the body entry, as `{namespace}Name`',
  keys: 'its business keys (`journal.keys`), each with `name` and `value`, or `hash` for a value that is not shown; in the log one text, `mrn=24DE17, order=42`, without those',
  transport: 'transport that it came over',
  peer: 'address of the connection’s other end',
  from: 'mail address in From, not proven',
  sender: 'name in `security.peers` of whom it is proven to be from',
  recipients: 'mail addresses that it was sent to',
  destination:
    'plugin or path that it was addressed to; for a breaker, and for an action, the destination',
  soap: 'SOAP version of the answer',
  to: 'URL that it is sent to; for a breaker, the address, if the destination has several',
  attempt: 'number of the attempt, 1 for the first; only for jobs from the queue',
  job: 'id of the job',
  kind: 'what the job does: `invoke`, `send`, `forward`, `answer`',
  outcome:
    'how it ended. Exchange: `reply`, `fault`, `accepted`, `pending`, `refused`. Job: `done`, `suspended`, `postponed`, `retry`, `dead`. Breaker: `open`, `closed`. Refused: the status or reply. Opinion: what the node did with the element, `accepted` or `refused`. Action: `done`, `refused`, `failed`',
  resumed: '`true` for a job that has waited for its answer before',
  code: 'fault code',
  refusal: 'why it was refused without an envelope',
  answerTo:
    'where its reply or fault goes, if not back on the connection; `nobody` if it is not sent',
  answers: 'id of the exchange that it answers',
  role: 'what this node was for it: `ultimate-receiver`, `intermediary`, or `returning` for an answer to a message of its own',
  bytes: 'bytes of its envelope, as they came',
  attachments: 'how many attachments came with it',
  answerLength: 'bytes of the envelope that answered it on the connection, in UTF-8',
  security:
    'what its security blocks showed: `verdict` `valid` or `failed`, `peers` who signed it, `encrypted`, `code` of the failure',
  blocks:
    'its header blocks, and what was done with each here: `handled`, `own`, `ignored`, `passed` or `missed`; not in the log',
  failures: 'failures in a row after which the breaker opened',
  pause: 'milliseconds until one message is tried again',
  kept: 'file that has the mail, in the quarantine, or the element and both verdicts',
  again:
    '`true` for all but the first refusal on a connection, or of a peer beyond its rate in that time; these are logged at level `debug`',
  schema: 'file of the schema',
  element: 'name of the element that was checked, as `{namespace}Name`',
  action:
    'what the operator asked for: `login`, `logout`, `read`, `replay`, `replace`, `remove`, `pause`, `resume`, `pause-destination`, `resume-destination`, `try-destination`, `call`',
  who: 'name of the operator in the configuration; the address, if nobody has to prove anything',
  by: 'how that is known: `address`, `token`, `password`, `certificate`',
  ids: 'jobs that it was done to, a hundred at most; exchanges or jobs that were read',
  count: 'how many they are',
  cause:
    'the reason, in words; for a connection, the configuration key of the limit; for an opinion, the first finding of whoever refuses the element',
  ms: 'duration in milliseconds',
}
