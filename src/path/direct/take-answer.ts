/** Takes the answer of the next node through the same steps, as a message on its way back to the sender. */
import type { EnvelopeMessage, OutboundMessage } from '../../message/message.js'
import { isLoop } from '../../message/way/hops.js'
import type { Visit } from '../../message/way/visits.js'
import type { Envelope } from '../../soap/envelope.js'
import { type FaultMeaning, meaningOfFault } from '../../soap/fault-meaning.js'
import { readFault } from '../../soap/read-fault.js'
import { Undeliverable } from '../../transport.js'
import type { ClarkName } from '../../xml/tree.js'
import { OpenExchange } from '../exchange.js'
import { carried } from '../facts/carried.js'
import { Refused } from '../facts/refused.js'
import { type Additions, type Answer, answerOf } from '../forward/answer-of.js'
import { cutsOf } from '../forward/cuts.js'
import { noEnvelope, type ReadingParts, readAnswer } from '../forward/read-answer.js'
import { ANSWER } from '../lines.js'
import type { ProcessorParts } from '../parts/parts.js'
import { arrivedMessage } from '../state/makers.js'
import { State } from '../state/state.js'
import type { StateView } from '../state/view.js'
import { checkAnswered } from '../steps/check-attachments.js'

/** What was sent on, as far as its answer depends on it. */
export interface Request {
  readonly view: StateView
  readonly visits: readonly Visit[] | undefined
  /** Name of the destination. */
  readonly destination: string | undefined
  /** Values of its signatures. */
  readonly signatures: readonly string[]
  readonly messageId: string | undefined
}

export interface TakenAnswer {
  readonly answer: Answer
  /** Undefined if it is none. */
  readonly fault: TakenFault | undefined
}

export interface TakenFault {
  readonly meaning: FaultMeaning
  /** Its codes and its reason, for the operator. */
  readonly sentence: string
}

/**
 * The processing model is the same for an answer: SOAP 1.2 Part 1 §2.1 knows messages only.
 *
 * @param heard     the answer as it came on the connection
 * @param request   what was sent on
 * @param exchange  of the request
 * @throws Undeliverable if it is no envelope, or has not what the policies of its destination ask for
 * @throws SoapFault for a header block that is for this node, and cannot be processed
 */
export async function takeAnswer(
  heard: EnvelopeMessage,
  { view, visits, destination, signatures, messageId }: Request,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<TakenAnswer> {
  const { trace, transport } = view.arrival.message.origin
  const message = trace ? { ...heard, origin: { ...heard.origin, trace } } : heard
  const request = { exchange: exchange.id, destination, signatures, messageId, transport }
  const admission = { publicOnly: false, peer: undefined }
  const arrival = arrivedMessage(message, parts.versions, { request })
  const state = new State({ arrival, admission, message })
  // What handlers add while they process the answer is dropped: an answer gets no answer.
  const back = new OpenExchange({ id: exchange.id, trace, ends: exchange, log: parts.log })
  const taken = await refusedAsUndeliverable(state, back, parts)
  const { document, keys } = taken
  exchange.answerKeys = keys.seen
  const { node } = parts
  const passing = { ...carried(message, document), cuts: cutsOf(taken), via: heard.via }
  const additions = { added: exchange.added, visits, node }
  const declared = parts.declares(destination, view.task?.operation)
  return {
    answer: answerOf(document.envelope, passing, additions),
    fault: faultIn(document.envelope, declared?.faults),
  }
}

/** The fault of a loop comes again, however often the message is sent. */
function faultIn(
  envelope: Envelope,
  declared: ReadonlySet<ClarkName> | undefined,
): TakenFault | undefined {
  const fault = readFault(envelope)
  if (!fault) return undefined
  const meaning = isLoop(envelope) ? 'other' : meaningOfFault(fault, declared)
  return { meaning, sentence: `${fault.codes.join(' / ')}: ${fault.reason}` }
}

/** @throws Undeliverable for an answer that a step refuses, or that is no envelope */
async function refusedAsUndeliverable(
  state: State<'arrival' | 'admission' | 'message'>,
  exchange: OpenExchange,
  parts: ProcessorParts,
) {
  try {
    return (await state.through(ANSWER, exchange, parts)).values
  } catch (error) {
    const { step } = state.failed ?? {}
    if (step === 'read' || step === 'version') throw noEnvelope(error, exchange.signal)
    if (!(error instanceof Refused)) throw error
    // Sent again, the message would get the same one.
    const options = { cause: error, answered: true, permanent: true }
    throw new Undeliverable(`the answer of the next node was refused: ${error.message}`, options)
  }
}

/** An answer that came as a message of its own, and went through the steps then. */
export async function answerKept(
  { body, attachments, packaging }: OutboundMessage,
  { arrival }: Pick<StateView, 'arrival'>,
  additions: Additions,
  {
    signal,
    ...parts
  }: ReadingParts & Pick<ProcessorParts, 'carries'> & { readonly signal: AbortSignal },
): Promise<Answer> {
  const heard = { body: Buffer.from(body, 'utf8'), charset: 'utf-8' }
  const goes = { attachments, packaging }
  checkAnswered(goes, arrival.message.origin.transport, parts)
  const kept = await readAnswer(heard, parts, signal)
  return answerOf(kept, { ...goes, cuts: [] }, additions)
}
