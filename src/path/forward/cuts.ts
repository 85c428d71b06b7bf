/** The header blocks that an intermediary removes from a message, and puts back. */
import type { Cut } from '../../xml/splice.js'
import { inScope } from '../../xml/tree.js'
import { writeElement } from '../../xml/write.js'
import type { Taken } from '../state/values.js'

/** SOAP 1.2 Part 1 §2.7.1 table 3, and SOAP 1.1 §2 and §4.2.2, which have no relay. */
export function cutsOf({
  targets,
  handled: { outcomes },
  document,
}: Taken<'targets' | 'handled' | 'document'>): readonly Cut[] {
  const { header } = document.envelope
  // A block that is put back must not inherit bindings of that place, such as a default namespace.
  const around = header && inScope(header.scope)
  return targets.flatMap(({ element, relay }): readonly Cut[] => {
    const { start, end } = element
    const outcome = outcomes.find(({ block }) => block.element === element)
    if (!outcome) return relay ? [] : [{ start, end }]
    const { reinserted } = outcome
    if (reinserted === element) return []
    return [{ start, end, insert: reinserted ? writeElement(reinserted, undefined, around) : '' }]
  })
}
