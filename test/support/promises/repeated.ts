/** A repetition is answered as before or refused; what may run again is answered. */
import { caseOf, countsOnce, mayRunAgain } from './facts.js'
import type { Breach, Promised } from './history.js'

export const repeated: Promised = (history) =>
  history.sent
    .filter(({ what, proven }) => what === 'repetition' && proven)
    .flatMap((again): readonly Breach[] => {
      const { of, key, token, heard } = again
      const first = history.sent.find((other) => other.of === of && other.what === 'first')
      if (heard.kind === 'reply' && heard.token !== token) {
        return [{ of, how: `${token} was answered by what ${heard.token} gets` }]
      }
      const one = caseOf(history, again)
      if (mayRunAgain(one) && first?.token === token && heard.kind !== first.heard.kind) {
        return [{ of, how: `${key} had a ${first.heard.kind} first, and then: ${heard.text}` }]
      }
      if (!countsOnce(one) || first?.token !== token) return []
      if (one.replays === 'refuse' && heard.kind === 'reply') {
        return [{ of, how: `${key} was answered again, where all repetitions are refused` }]
      }
      // What was only taken the first time may be taken again, and nothing comes of it.
      return heard.kind !== 'taken' || first.heard.kind === 'taken'
        ? []
        : [{ of, how: `${key} had a ${first.heard.kind} first, and then was taken: ${heard.text}` }]
    })
