/** An answer or fault arrives at exactly one place, and that is allowed. */
import type { Case } from '../meeting/factors.js'
import { caseOf } from './facts.js'
import type { Arrived, Promised, Sent } from './history.js'

export const destination: Promised = (history) =>
  history.sent
    .filter(({ what }) => what === 'first')
    .flatMap((sent) => {
      const one = caseOf(history, sent)
      const again = history.sent.filter(({ key, what }) => key === sent.key && what !== 'first')
      const arrivals = history.arrived.filter(({ key }) => key === sent.key)
      return wrongOf(one, sent, again, arrivals).map((how) => ({
        of: sent.of,
        how: `${sent.key}: ${how}`,
      }))
    })

function wrongOf(
  one: Case,
  { proven, token }: Sent,
  again: readonly Sent[],
  arrivals: readonly Arrived[],
): readonly string[] {
  const allowed = allowedOf(one, proven)
  const astray = arrivals
    .filter((arrived) => !allowed(arrived))
    .map(({ channel, kind }) => `a ${kind} came to ${channel}`)
  // The faults of an operation say which message they are of, as its answers do; those of the node do not.
  const results = arrivals.filter((arrived) => arrived.token !== undefined)
  const replies = results.filter((arrived) => arrived.token === token)
  const others = results.length - replies.length
  const wanted = proven && one.answerTo !== 'none' ? 1 : 0
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
const isFetched = ({ transport, way, answerTo }: Case) =>
  transport === 'memory' && way === 'store' && answerTo === 'connection'

/** Such a fault does not say which message it is of: whether it came, another promise asks. */
const isNameless = ({ result }: Case) => result === 'undeclared' || result === 'throws'

type Allowed = (arrived: Arrived) => boolean

function allowedOf(one: Case, proven: boolean): Allowed {
  const back = one.transport === 'smtp' ? ['sender'] : ['connection', 'fetched']
  return ({ channel, kind, token }) => {
    const isOfNode = kind === 'fault' && token === undefined
    // Who has proven nothing is told so where it came from, and nowhere else.
    if (!proven) return back.includes(channel) && isOfNode
    switch (one.answerTo) {
      case 'address':
        // The fault of a repetition goes back, too: nobody has proven it to be of its sender.
        return channel === 'address' || (isOfNode && back.includes(channel))
      case 'none':
        return isOfNode && back.includes(channel)
      case 'connection':
        return back.includes(channel)
    }
  }
}
