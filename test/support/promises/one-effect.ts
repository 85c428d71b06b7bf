/** A message has one effect, however often it comes. */
import type { Case } from '../meeting/factors.js'
import type { Promised } from './history.js'
import { caseOf, countsOnce } from './known.js'

export const oneEffect: Promised = (history) =>
  [...new Set(history.sent.filter((one) => mayRunOnce(caseOf(history, one))))].flatMap(
    ({ of, token, what }) => {
      const times = history.ran.filter((one) => one.token === token).length
      return what === 'first' && times > 1 ? [{ of, how: `${token} ran ${times} times` }] : []
    },
  )

/** A one-way operation that failed has a dead letter: its sender, who sends it again, still wants it done. */
const mayRunOnce = (one: Case) =>
  countsOnce(one) && !(one.way === 'one-way' && one.result === 'fault')
