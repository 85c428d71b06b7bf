/** Step: finds the exchange that waits for a message, if it answers a message of this node. */
import { EXCHANGE_ID } from '../../message/exchange-id.js'
import { relatedIdsOf } from '../../soap/addressing/named-ids.js'
import type { JobQueue } from '../../store/queue/queue.js'
import { clarkName, isNamed } from '../../xml/tree.js'
import type { FindRoute } from '../parts/onward.js'
import type { OperationTable } from '../parts/operation-table.js'
import { step } from '../state/step.js'
import type { Answers, Correlation, Taken } from '../state/values.js'

export interface Correlating {
  readonly queue: JobQueue
  readonly operations: OperationTable
  readonly findRoute: FindRoute
}

/**
 * An answer that comes as a message of its own is never answered: two nodes would answer each other for
 * ever.
 *
 * @throws QueueUnavailable
 */
export const correlate = step({
  name: 'correlate',
  takes: ['arrival', 'admission', 'message', 'document', 'keys'],
  gives: 'correlation',
  run(taken, _exchange, parts: Correlating): Correlation | Promise<Correlation> {
    const { arrival, admission, message } = taken
    const { origin, inReplyTo = [] } = message
    if (arrival.request) {
      const { exchange: of, destination } = arrival.request
      return { answers: { of, destination } }
    }
    // A sender that no rule admits may send requests, but no answers.
    const asks = origin.replyTo === undefined && inReplyTo.length === 0
    if (arrival.attempt || admission.publicOnly || asks) return NO_ANSWER
    return answersOf(taken, inReplyTo, parts).then((answers) => ({ answers }))
  },
})

const NO_ANSWER: Correlation = { answers: undefined }

type Correlated = 'admission' | 'document' | 'keys' | 'message'

async function answersOf(
  { admission, document: { envelope }, keys, message }: Taken<Correlated>,
  inReplyTo: readonly string[],
  { queue, operations, findRoute }: Correlating,
): Promise<Answers | undefined> {
  const [entry] = envelope.entries
  if (!entry) return undefined
  const { peer, destination } = message.origin
  const related = relatedIdsOf(envelope).map((id) => awaitedKey(id, domainOf(peer.mailbox)))
  const of = await findAwaiting(inReplyTo, related, queue)
  if (of !== undefined) {
    const destination = await destinationOf(of, queue)
    return { of, destination, related: await findAwaiting([], related, queue) }
  }
  if (isNamed(entry, envelope.version.namespace, 'Fault')) return { of }
  if (inReplyTo.length === 0 || operations.find(clarkName(entry), destination)) return undefined
  // An answer to a request of this node is not sent on, however late it comes.
  const late = inReplyTo.some((id) => EXCHANGE_ID.test(id))
  const facts = { keys, peer: admission.peer }
  return late || !findRoute(envelope, message, facts) ? { of } : undefined
}

/**
 * Finds the exchange that waits for an answer. Ids are made by this node, or by one that shares its
 * queue, and cannot be guessed.
 *
 * @param named    ids of messages
 * @param related  keys of `awaitedKey`
 * @throws QueueUnavailable
 */
export async function findAwaiting(
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

/** Its policies hold for the answer. */
async function destinationOf(id: string, queue: JobQueue): Promise<string | undefined> {
  const found = await queue.find(id)
  return found?.state === 'waiting' || found?.state === 'running' ? found.destination : undefined
}

/** A MessageID is no secret: the key has the domain too, so that no partner can answer for another. */
export function awaitedKey(messageId: string, domain: string): string {
  return `awaited\n${domain}\n${messageId}`
}

export function domainOf(mailbox = ''): string {
  return mailbox.slice(mailbox.lastIndexOf('@') + 1).toLowerCase()
}
