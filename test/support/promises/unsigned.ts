/** Nothing unsigned is handed on as signed, and with a signed message nothing beside what is signed. */
import { isSigned } from '../meeting/letter.js'
import { caseOf, sentWith } from './facts.js'
import type { Breach, Promised } from './history.js'

export const unsigned: Promised = (history) => [
  ...history.ran.flatMap(({ of, token, signed }): readonly Breach[] => {
    const { body } = sentWith(history, token)?.signs ?? { body: false }
    return signed && !body
      ? [{ of, how: `${token}: the operation was told that it is signed` }]
      : []
  }),
  ...history.handed.flatMap(({ node, block, signed }): readonly Breach[] => {
    const sent = history.sent.find((one) => block.endsWith(one.token))
    if (!sent) return [{ how: `${node} handed on a block that nobody sent: ${block}` }]
    const { of, signs } = sent
    const isOwn = block === sent.block && signs.block
    if (signed && !isOwn) return [{ of, how: `${block} was handed on as signed` }]
    const beside = isSigned(caseOf(history, sent)) && signs.body && !isOwn
    return beside ? [{ of, how: `${block} was handed on with a message that signs it not` }] : []
  }),
]
