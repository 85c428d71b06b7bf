/** What a message loses, and gets back, when it leaves a node on its way. */
import type { Cut } from '../../xml/splice.js'
import { inScope } from '../../xml/tree.js'
import { writeElement } from '../../xml/write.js'
import type { Processed } from '../headers.js'

/** SOAP 1.2 Part 1 §2.7.1 table 3, and SOAP 1.1 §2 and §4.2.2, which know no relay. */
export function cutsOf({
  targeted,
  outcomes,
  envelope: { header },
}: Pick<Processed, 'targeted' | 'outcomes' | 'envelope'>): readonly Cut[] {
  // What is bound where a block is put back, a default namespace above all, is not taken for unbound.
  const around = header && inScope(header.scope)
  return targeted.flatMap(({ element, relay }): readonly Cut[] => {
    const { start, end } = element
    const outcome = outcomes.find(({ block }) => block.element === element)
    if (!outcome) return relay ? [] : [{ start, end }]
    const { reinserted } = outcome
    if (reinserted === element) return []
    return [{ start, end, insert: reinserted ? writeElement(reinserted, undefined, around) : '' }]
  })
}
