/** A message has one effect, however often it comes. */
import type { Case } from '../meeting/factors.js'
import { caseOf, countsOnce, isWaitedFor } from './facts.js'
import type { Promised } from './history.js'

export const oneEffect: Promised = (history) =>
  [...new Set(history.sent.filter((one) => mayRunOnce(caseOf(history, one))))].flatMap(
    ({ of, token, what }) => {
      const times = history.ran.filter((one) => one.token === token).length
      return what === 'first' && times > 1 ? [{ of, how: `${token} ran ${times} times` }] : []
    },
  )

/** Whose operation failed, and who sends it again, still wants it done: a dead letter is tried again, what threw runs. */
const mayRunOnce = (one: Case) =>
  countsOnce(one) &&
  (one.result === 'answer' ||
    !(one.way === 'one-way' || (one.way === 'waited' && isWaitedFor(one))))
