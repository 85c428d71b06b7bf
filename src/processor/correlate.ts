/** Step: takes what comes in answer to this node's own messages, to the exchange that waits for it. */
import { relatedIdsOf } from '../addressing/named-ids.js'
import { EXCHANGE_ID } from '../message/exchange-id.js'
import { ANSWER_PLAN, type AnswerJob, answerIdOf } from '../queue/job.js'
import type { JobQueue } from '../queue/queue.js'
import type { Envelope } from '../soap/envelope.js'
import type { InboundMessage, Outcome } from '../transport.js'
import { clarkName, isNamed } from '../xml/tree.js'
import type { OpenExchange } from './exchange.js'
import type { OperationTable } from './operation-table.js'
import type { FindRoute } from './route.js'

export interface Correlating {
  readonly queue: JobQueue
  readonly operations: OperationTable
  readonly findRoute: FindRoute
}

/** What came as an answer: an envelope, or a report. */
export interface Answered {
  /** Id of the job that waits for it; undefined if none does. */
  readonly of: string | undefined
  readonly envelope?: Envelope
}

/**
 * An answer that came as a message of its own is never answered in turn: two nodes would go on answering
 * each other for ever.
 *
 * @returns undefined for a message that is no answer
 * @throws QueueUnavailable
 */
export async function asAnswer(
  envelope: Envelope,
  message: InboundMessage,
  { queue, operations, findRoute }: Correlating,
): Promise<Answered | undefined> {
  const { replyTo, inReplyTo = [], destination, stranger } = message
  const [entry] = envelope.entries
  if ((replyTo === undefined && inReplyTo.length === 0) || !entry || stranger) return undefined
  const related = relatedIdsOf(envelope).map((id) => awaitedKey(id, domainOf(message.peer.mailbox)))
  const of = await awaiting(inReplyTo, related, queue)
  if (of !== undefined || isNamed(entry, envelope.version.namespace, 'Fault'))
    return { of, envelope }
  if (inReplyTo.length === 0 || operations.find(clarkName(entry), destination)) return undefined
  // What answers a request of this node's goes no further, however late it comes.
  const late = inReplyTo.some((id) => EXCHANGE_ID.test(id))
  return late || !findRoute(envelope, message) ? { of, envelope } : undefined
}

/** @throws QueueUnavailable */
export async function asReport(
  { inReplyTo = [] }: InboundMessage,
  queue: JobQueue,
): Promise<Answered> {
  return { of: await awaiting(inReplyTo, [], queue) }
}

/**
 * Nothing is acknowledged before it is durable, an answer neither.
 *
 * @throws QueueUnavailable, QueueFull
 */
export async function correlate(
  { of, envelope }: Answered,
  exchange: OpenExchange,
  queue: JobQueue,
): Promise<Outcome> {
  const { message, version, log } = exchange
  const { report, inReplyTo, action } = message
  exchange.answers = of
  if (report) log.warn({ report, inReplyTo, of }, 'a message of this node did not arrive')
  else
    log.info(
      { inReplyTo, of },
      of === undefined ? 'an answer came that nobody waits for' : 'an answer came',
    )
  if (of === undefined || report?.delayed) return { kind: 'accepted' }
  const [entry] = envelope?.entries ?? []
  const job: AnswerJob = {
    kind: 'answer',
    // The same for every answer to it: the first one counts.
    id: answerIdOf(of),
    of,
    accepted: Date.now(),
    body: message.body,
    charset: message.charset,
    soap: version.name,
    action,
    report,
    label: { operation: entry && clarkName(entry) },
  }
  await queue.add(job, ANSWER_PLAN)
  return { kind: 'accepted' }
}

/** Ids are of this node's making, or of the queue's that it shares with others: nobody guesses one. */
async function awaiting(
  named: readonly string[],
  related: readonly string[],
  queue: JobQueue,
): Promise<string | undefined> {
  for (const id of named) if (await waits(id, queue)) return id
  for (const key of related) {
    const id = await queue.awaiting(key)
    if (id !== undefined) return id
  }
  return undefined
}

async function waits(id: string, queue: JobQueue): Promise<boolean> {
  const state = await queue.find(id)
  return state?.state === 'waiting' || state?.state === 'running'
}

/** Such an id is no secret: one partner must not answer for another, so the domain counts, too. */
export function awaitedKey(messageId: string, domain: string): string {
  return `awaited\n${domain}\n${messageId}`
}

export function domainOf(mailbox = ''): string {
  return mailbox.slice(mailbox.lastIndexOf('@') + 1).toLowerCase()
}
