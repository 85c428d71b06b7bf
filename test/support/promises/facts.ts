/** What promises ask of a history: whose message it was, and what a node can know it by. */
import type { Case } from '../meeting/factors.js'
import { goesOn, isSigned, operationOf, partsOf, signsBlock } from '../meeting/letter.js'
import type { History, Sent } from './history.js'

export function caseOf({ cases }: History, { of }: Pick<Sent, 'of'>): Case {
  const one = cases[of]
  if (!one) throw new Error(`there is no case ${of}`)
  return one
}

export function sentWith({ sent }: History, token: string): Sent | undefined {
  return sent.find((one) => one.token === token)
}

/** True if a signature or a digest names its sender: then it counts once, whatever becomes of its job. */
export const namesSender = (one: Case) => isSigned(one) || one.proof === 'digest'

/**
 * True if a queue knows its identification, as long as it has the job, or the outcome of who waited. What a safe operation does
 * for a mail that wants no answer is done at once.
 */
export const isDurable = ({ transport, way, answerTo }: Case) =>
  transport === 'smtp'
    ? way !== 'answer' || answerTo !== 'none'
    : ['waited', 'one-way', 'deferred', 'store', 'request-reply'].includes(way)

/**
 * True if the same octets may run again: a call of a safe operation that runs at once, with a signed time that still counts, and
 * without a header block that somebody acts on. Who signs leaves unsigned blocks to nobody.
 */
export const mayRunAgain = (one: Case) =>
  one.way === 'answer' &&
  (isWaitedFor(one) || one.answerTo === 'none') &&
  isSigned(one) &&
  partsOf(one).includes('Timestamp') &&
  one.proof !== 'soap-dsig' &&
  !signsBlock(one) &&
  one.replays === 'once' &&
  one.evidence === 'off'

/** True if a second sending of the same message can be known as one, and counts no more. */
export const countsOnce = (one: Case) =>
  !mayRunAgain(one) && (namesSender(one) || (isDurable(one) && one.repetition !== 'after-trim'))

/** True if its sender waits on the connection for what its operation comes to, and the queue has no job of it. */
export const isWaitedFor = ({ transport, way, answerTo }: Case) =>
  transport !== 'smtp' && answerTo === 'connection' && ['answer', 'waited'].includes(way)

/** Where the policy of a case is looked at, and where its operation runs. */
export const runsAt = (one: Case) => (goesOn(one) ? 'far' : nodeOf(one))
export const nodeOf = ({ transport }: Pick<Case, 'transport'>) =>
  transport === 'https' ? 'secure' : 'plain'

/** Ids of the exchanges that a node had with messages of a case, by the events of its log. */
export function exchangesOf({ reports }: History, node: string, of: number): readonly string[] {
  return reports
    .filter((one) => one.node === node)
    .flatMap(({ log }) => log)
    .flatMap(({ event, exchange, operation, attempt }) =>
      event === 'exchange' && operation === operationOf(of) && attempt === undefined
        ? [String(exchange)]
        : [],
    )
}
