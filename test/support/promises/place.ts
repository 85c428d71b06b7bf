/** An answer or fault arrives at exactly one place, and that is allowed. */

import type { Case } from '../meeting/factors.js'
import type { Arrived, Promised, Sent } from './history.js'
import { caseOf } from './known.js'

export const place: Promised = (history) =>
  history.sent
    .filter(({ what }) => what === 'first')
    .flatMap((sent) => {
      const one = caseOf(history, sent)
      const again = history.sent.filter(({ key, what }) => key === sent.key && what !== 'first')
      const came = history.arrived.filter(({ key }) => key === sent.key)
      return wrongOf(one, sent, again, came).map((how) => ({
        of: sent.of,
        how: `${sent.key}: ${how}`,
      }))
    })

function wrongOf(
  one: Case,
  { proven, token }: Sent,
  again: readonly Sent[],
  came: readonly Arrived[],
): readonly string[] {
  const allowed = allowedOf(one, proven)
  const astray = came
    .filter((arrived) => !allowed(arrived))
    .map(({ place, kind }) => `a ${kind} came to ${place}`)
  // The faults of an operation say which message they are of, as its answers do; those of the node do not.
  const results = came.filter((arrived) => arrived.token !== undefined)
  const replies = results.filter((arrived) => arrived.token === token)
  const others = results.length - replies.length
  const wanted = proven && one.place !== 'none' ? 1 : 0
  // Each sending may be answered, and one that has a second effect by right has a second answer.
  const most = one.way === 'one-way' && one.result === 'answer' ? 0 : wanted * (1 + again.length)
  const least = one.way === 'one-way' || isFetched(one) || isNameless(one) ? 0 : wanted
  const wrong: string[] = [...astray]
  if (others > 0 && again.length === 0) wrong.push(`${others} answers to other messages came`)
  if (replies.length < least) wrong.push('no answer came')
  if (replies.length > most) wrong.push(`${replies.length} answers came`)
  return wrong
}

/** What a program without a listener picks up when it likes: over memory there is no way to. */
const isFetched = ({ transport, way, place }: Case) =>
  transport === 'memory' && way === 'store' && place === 'connection'

/** Such a fault does not say which message it is of: whether it came, another promise asks. */
const isNameless = ({ result }: Case) => result === 'undeclared' || result === 'throws'

type Allowed = (arrived: Arrived) => boolean

function allowedOf(one: Case, proven: boolean): Allowed {
  const back = one.transport === 'smtp' ? ['sender'] : ['connection', 'fetched']
  return ({ place, kind, token }) => {
    const isOfNode = kind === 'fault' && token === undefined
    // Who has proven nothing is told so where it came from, and nowhere else.
    if (!proven) return back.includes(place) && isOfNode
    switch (one.place) {
      case 'address':
        // The fault of a repetition goes back, too: nobody has proven it to be of its sender.
        return place === 'address' || (isOfNode && back.includes(place))
      case 'none':
        return isOfNode && back.includes(place)
      case 'connection':
        return back.includes(place)
    }
  }
}
