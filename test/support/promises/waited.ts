/** Who waits on the connection gets an envelope: the outcome of the first run, and never an empty answer. */
import { caseOf, isWaitedFor } from './facts.js'
import type { Breach, Promised } from './history.js'

export const waited: Promised = (history) =>
  history.sent
    .filter((sent) => sent.proven && isWaitedFor(caseOf(history, sent)))
    .flatMap((sent): readonly Breach[] => {
      const { of, key, token, what, heard } = sent
      const wrong = (how: string) => [{ of, how: `${key} (${what}) ${how}: ${heard.text}` }]
      if (heard.kind !== 'reply' && heard.kind !== 'fault') return wrong('got no envelope')
      if (what !== 'first') return []
      const wanted = caseOf(history, sent).result === 'answer' ? 'reply' : 'fault'
      if (heard.kind !== wanted) return wrong(`got a ${heard.kind} where its run had a ${wanted}`)
      // Whose body says the same is a repetition: those may run what threw.
      if (history.sent.some((one) => one.token === token && one.what !== 'first')) return []
      const times = history.ran.filter((one) => one.token === token).length
      return times === 1 ? [] : wrong(`ran ${times} times before it was answered`)
    })
