/** Says what is wrong with an envelope that an operator has edited, as its job would find it: it takes the same steps. */
import { endsBy } from '../../../base/ending.js'
import { messageOf } from '../../../base/errno.js'
import { NO_LOG } from '../../../base/log.js'
import { NotChecked } from '../../../message/credentials.js'
import type { KeySeen } from '../../../message/events/events.js'
import { OpenExchange } from '../../../path/exchange.js'
import { Refused } from '../../../path/facts/refused.js'
import { ADMITTED, EDITED, type EditParts, READ } from '../../../path/lines.js'
import { arrivedMessage } from '../../../path/state/makers.js'
import { State } from '../../../path/state/state.js'
import { SoapFault } from '../../../soap/fault.js'
import { MEDIA_TYPES } from '../../../soap/version.js'
import type { JobDetail, MessageArrival } from '../../../store/queue/admin.js'
import { clarkName, elementText } from '../../../xml/tree.js'
import { Unreadable } from '../../../xml/unreadable.js'

export interface CheckedEdit {
  /** A sentence each; none if it would be taken. */
  readonly findings: readonly string[]
  /** Name of its body entry. */
  readonly operation: string | undefined
  /** Its business keys; undefined if it has none. */
  readonly keys?: readonly KeySeen[] | undefined
}

type Letter = Pick<
  JobDetail,
  'id' | 'kind' | 'plugin' | 'arrival' | 'accepted' | 'body' | 'charset' | 'attachments'
>

export async function checkEdit(
  text: string,
  letter: Letter,
  rules: EditParts,
  signal: AbortSignal,
): Promise<CheckedEdit> {
  const exchange = new OpenExchange({ id: letter.id, ends: endsBy(signal), log: () => NO_LOG })
  const edited = { ...letter, body: Buffer.from(text, 'utf8'), charset: 'utf-8' }
  const read = await reading(edited, exchange, rules)
  if (typeof read === 'string') return { findings: [read], operation: undefined }
  const before = await reading(letter, exchange, rules)
  const { entries, version } = read.document.envelope
  const operation = entries[0] && clarkName(entries[0])
  const was = typeof before === 'string' ? version : before.document.envelope.version
  if (was.name !== version.name) {
    return { findings: [`expected SOAP ${was.name}, got ${version.name}`], operation }
  }
  // What goes to another node is checked there.
  const keys = read.keys.seen
  if (letter.kind !== 'invoke') return { findings: [], operation, keys }
  const { arrival, message, tree, document } = read
  const state = new State({
    arrival,
    message,
    tree,
    document,
    keys: read.keys,
    correlation: NO_ANSWER,
  })
  try {
    const admitted = await state.through(ADMITTED, exchange, rules)
    await admitted.through(EDITED, exchange, rules)
    return { findings: [], operation, keys }
  } catch (error) {
    if (error instanceof SoapFault) return { findings: findingsIn(error), operation }
    // What would be refused; a password that nobody can check now.
    const refused = error instanceof Refused || error instanceof NotChecked
    if (refused) return { findings: [error.message], operation }
    throw error
  }
}

const NO_ANSWER = { answers: undefined }

/** @returns why it is no envelope, if it is none */
async function reading(letter: Letter, exchange: OpenExchange, rules: EditParts) {
  const { plugin, arrival = SENT_ON, accepted, body, charset, attachments } = letter
  const message = {
    kind: 'envelope',
    ...arrival,
    mediaType: MEDIA_TYPES['1.1'],
    body,
    charset,
    attachments,
  } as const
  const edited = arrivedMessage(message, rules.versions, { attempt: RUN, accepted, plugin })
  try {
    return (await new State({ arrival: edited, message }).through(READ, exchange, rules)).values
  } catch (error) {
    if (!(error instanceof SoapFault || error instanceof Unreadable)) throw error
    return `it is no SOAP envelope: ${messageOf(error)}`
  }
}

/** What goes to another node is read only. */
const SENT_ON: MessageArrival = {
  origin: { transport: 'queue', peer: {} },
  action: undefined,
  packaging: undefined,
}

/** As the next attempt of its job would be. */
const RUN = {
  number: 1,
  last: false,
  suspended: false,
  replayed: true,
  urgent: false,
  signal: new AbortController().signal,
  follow: () => undefined,
  closeAfter: () => undefined,
}

/** Each sentence of the detail; the reason, if there is none. */
function findingsIn({ detail, headers, message }: SoapFault): readonly string[] {
  const sentences = [...detail, ...headers].map(elementText).filter((sentence) => sentence !== '')
  return sentences.length > 0 ? sentences : [message]
}
