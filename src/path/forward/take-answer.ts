/** Takes the answer of the next node through the same steps, as a message on its way back to the sender. */
import { take } from '../../base/steps.js'
import type { EnvelopeMessage, OutboundMessage } from '../../message/message.js'
import type { Envelope } from '../../soap/envelope.js'
import { type FaultMeaning, meaningOfFault } from '../../soap/fault-meaning.js'
import { readFault } from '../../soap/read-fault.js'
import { type Outcome, Undeliverable } from '../../transport.js'
import { insertBlocks } from '../../way/block.js'
import { isLoop } from '../../way/hops.js'
import { viaOnward } from '../../way/via.js'
import { TRACE, traceAnswer, type Visit } from '../../way/visits.js'
import { sayUtf8 } from '../../xml/declaration.js'
import { type Cut, inOrder, splice } from '../../xml/splice.js'
import { type ClarkName, clarkName, type XmlElement } from '../../xml/tree.js'
import { Inclusions } from '../../xop/inclusions.js'
import { carried } from '../carried.js'
import { checkAnswer } from '../check-answer.js'
import { checkAnswered } from '../check-attachments.js'
import { checkOwnBlocks } from '../check-own-blocks.js'
import { OpenExchange } from '../exchange.js'
import { processHeaders } from '../headers.js'
import type { ProcessorParts } from '../parts.js'
import type { Reached } from '../reached.js'
import { record } from '../record.js'
import { Refused } from '../refused.js'
import type { Routed } from '../route.js'
import type { SealedRequest } from '../seal.js'
import { target } from '../target.js'
import { refuseMissed, type Understood, understand } from '../understand.js'
import { validate } from '../validate.js'
import { type Verified, verify } from '../verify.js'
import { cutsOf } from './cuts.js'
import { readAnswer } from './read-answer.js'

export type Answer = Extract<Outcome, { readonly kind: 'reply' | 'fault' }>

/** What this node adds to an answer for the sender. */
export interface Additions {
  /** Header blocks that handlers added while they processed the request. */
  readonly added: readonly XmlElement[]
  /** The visits in the Trace block of the request, this node's the last; undefined without a block. */
  readonly visits: readonly Visit[] | undefined
  /** URI of this node. */
  readonly node: string
}

/** What was sent on, as far as its answer depends on it. */
export type Request = Reached & {
  readonly visits: readonly Visit[] | undefined
  /** Name of the destination. */
  readonly destination: string | undefined
  readonly sealed: SealedRequest
  readonly messageId: string | undefined
}

export interface Taken {
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
  request: Request,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Taken> {
  const { limits, actors, handlers, policy, operations, node, log, slices } = parts
  const { visits, destination } = request
  const xop = heard.packaging === 'xop' ? new Inclusions(heard.attachments) : undefined
  const envelope = await readAnswer(heard, parts, exchange.signal, xop?.include)
  const { trace } = request.message.origin
  const answers = { of: exchange.id, destination, onConnection: true }
  const routed: Routed = {
    message: trace ? { ...heard, origin: { ...heard.origin, trace } } : heard,
    version: envelope.version,
    began: request.began,
    publicOnly: false,
    envelope,
    inclusions: xop,
    answers,
    route: { role: 'returning', answers },
  }
  const understood = understand(target(routed, actors, parts.security), handlers, policy)
  refuseMissed(understood)
  const verified = await refusedAsUndeliverable(() =>
    verifyAnswer(understood, request, exchange, parts),
  )
  const valid = await refusedAsUndeliverable(() =>
    take(validate(verified, operations, slices, exchange, limits.loaded)),
  )
  checkOwnBlocks(valid, node, limits.hops)
  checkAnswered(carried(valid.message), request.message.origin.transport, parts)
  await take(record(valid, [], exchange, parts))
  // What handlers add while they process the answer is dropped: an answer gets no answer.
  const back = new OpenExchange(exchange.id, trace, exchange, log)
  const processed = await refusedAsUndeliverable(() => take(processHeaders(valid, back)))
  const cuts = cutsOf(processed)
  const additions = { added: exchange.added, visits, node }
  const answer = answerOf(valid.envelope, carried(valid.message), cuts, heard.via, additions)
  const declared = parts.declares(destination, request.act?.operation)
  return { answer, fault: faultIn(valid.envelope, declared?.faults) }
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

async function verifyAnswer(
  understood: Understood,
  { sealed, messageId }: Request,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Verified> {
  const verified = await take(verify(understood, exchange, parts))
  const { signatures } = sealed
  await take(checkAnswer(verified, { signatures, messageId }, parts))
  return verified
}

/** @throws Undeliverable for an answer that a step refuses */
async function refusedAsUndeliverable<Known>(step: () => Known | Promise<Known>): Promise<Known> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // Sent again, the message would get the same one.
    const options = { cause: error, answered: true, permanent: true }
    throw new Undeliverable(`the answer of the next node was refused: ${error.message}`, options)
  }
}

/** An answer that came as a message of its own, and went through the steps then. */
export async function answerKept(
  { body, attachments, packaging }: OutboundMessage,
  asked: EnvelopeMessage,
  additions: Additions,
  parts: ProcessorParts,
  signal: AbortSignal,
): Promise<Answer> {
  const heard = { body: Buffer.from(body, 'utf8'), charset: 'utf-8' }
  const goes = { attachments, packaging }
  checkAnswered(goes, asked.origin.transport, parts)
  const kept = await readAnswer(heard, parts, signal)
  return answerOf(kept, goes, [], undefined, additions)
}

/**
 * @param goes       what goes along with it
 * @param cuts       the header blocks that this node removes, in no order
 * @param via        the nodes that it has passed
 * @param additions  undefined for an answer that is kept for the job that waits for it
 */
export function answerOf(
  envelope: Envelope,
  goes: Pick<OutboundMessage, 'attachments' | 'packaging'>,
  cuts: readonly Cut[],
  via: readonly string[] | undefined,
  additions: Additions | undefined,
): Answer {
  const { source, version } = envelope
  const more = additions ? blocksOf(envelope, additions) : []
  const inserted = more.length > 0 ? [insertBlocks(envelope, more)] : []
  const message = {
    body: splice(source, inOrder([...cuts, ...sayUtf8(source), ...inserted])),
    soap: version.name,
    ...goes,
    via: additions && viaOnward(via, additions.node),
  }
  const fault = readFault(envelope)
  if (!fault) return { kind: 'reply', message }
  return { kind: 'fault', message, code: fault.code ?? 'Server' }
}

/** If no node behind this one traces, the answer has no Trace block, and this node adds it. */
function blocksOf({ blocks }: Envelope, { added, visits }: Additions): readonly XmlElement[] {
  if (!visits || blocks.some((block) => clarkName(block) === TRACE)) return added
  return [...added, traceAnswer(visits)]
}
