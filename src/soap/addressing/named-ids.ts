/** The ids in addressing blocks for any actor, which serve only to correlate messages. */
import { elementText, trimXml } from '../../xml/tree.js'
import type { Envelope } from '../envelope.js'
import { ADDRESSING_NAMESPACE, type AddressingBlock } from './addressing.js'

/** The MessageID of a message; undefined unless it has exactly one. */
export function messageIdOf(envelope: Envelope): string | undefined {
  const [id, ...more] = textsOf(envelope, 'MessageID')
  return more.length === 0 && id !== '' ? id : undefined
}

/** The ids in its RelatesTo blocks. */
export function relatedIdsOf(envelope: Envelope): readonly string[] {
  return textsOf(envelope, 'RelatesTo')
}

function textsOf({ blocks }: Envelope, local: AddressingBlock): readonly string[] {
  return blocks
    .filter((block) => block.namespace === ADDRESSING_NAMESPACE && block.local === local)
    .map((block) => trimXml(elementText(block)))
}
