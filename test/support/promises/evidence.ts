/** Evidence exists where a policy asks for it, of what came and of what was answered, in a chain that holds. */
import { goesOn } from '../meeting/letter.js'
import { caseOf, exchangesOf, nodeOf } from './facts.js'
import type { Breach, Promised } from './history.js'

export const evidence: Promised = (history) => [
  ...history.broken.map((how) => ({ how })),
  ...history.sent
    .filter((sent) => sent.proven && sent.what === 'first')
    .filter((sent) => caseOf(history, sent).evidence === 'on')
    .flatMap((sent): readonly Breach[] => {
      const { of, token } = sent
      const one = caseOf(history, sent)
      const node = nodeOf(one)
      if (!history.ran.some((ran) => ran.token === token)) return []
      const exchanges = exchangesOf(history, node, of)
      const kept = history.evidence.filter((entry) => exchanges.includes(entry.exchange))
      // The last node answers an address by itself.
      const passes = !goesOn(one) || one.answerTo !== 'address'
      const answered = passes && history.arrived.some((one) => one.token === token)
      const has = (direction: 'received' | 'sent') =>
        kept.some((entry) => entry.direction === direction)
      return [
        ...(has('received') ? [] : [{ of, how: `${token} ran without evidence of it` }]),
        ...(!answered || has('sent')
          ? []
          : [{ of, how: `${token} was answered without evidence` }]),
      ]
    }),
]
