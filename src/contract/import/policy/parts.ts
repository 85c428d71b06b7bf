/** Reads which parts of a message are signed and encrypted (WS-SecurityPolicy 1.3 §4). */
import { nestedIn } from '../../../schema/definitions/alternatives.js'
import { valueIn, type WsdlSource } from '../../../schema/definitions/definitions.js'
import { ADDRESSING_NAMESPACE } from '../../../soap/addressing/addressing.js'
import type { Draft } from './draft.js'

/** §4.1.1, §4.2.1 */
export function readParts(
  source: WsdlSource,
  into: Set<string>,
  draft: Draft,
  path = source.node.local,
): void {
  const parts = nestedIn(source)
  // §4.1.1: without a child, all blocks for the receiver and Body.
  if (parts.length === 0) {
    into.add('Body')
    into.add('Addressing')
    if (path.startsWith('Signed')) {
      draft.yours(source, 'every header block for the receiver is signed: name yours in sign', path)
    }
  }
  for (const part of parts) {
    const name = partName(part)
    if (name === undefined) {
      const { local } = part.node
      const of = [valueIn(part.node, 'Name'), valueIn(part.node, 'Namespace')].find(Boolean)
      const what = of === undefined ? `${path}/${local}` : `${path}/${local} ${of}`
      draft.unmet(part, 'a sender has no name for such parts', what)
    } else {
      into.add(name)
    }
  }
}

function partName({ node }: WsdlSource): string | undefined {
  if (node.local === 'Body') return 'Body'
  if (node.local !== 'Header') return undefined
  const [local, namespace] = [valueIn(node, 'Name'), valueIn(node, 'Namespace')]
  if (namespace === ADDRESSING_NAMESPACE && local === undefined) return 'Addressing'
  return local && namespace ? `{${namespace}}${local}` : undefined
}
