/** The ids that addressing blocks name, whichever actor they are for: they correlate messages, no more. */
import type { Envelope } from '../soap/envelope.js'
import { textOf, trimXml } from '../xml/tree.js'
import { ADDRESSING_NAMESPACE, type AddressingBlock } from './addressing.js'

/** What a message is called by its sender; undefined unless it says so once. */
export function messageIdOf(envelope: Envelope): string | undefined {
  const [id, ...more] = textsOf(envelope, 'MessageID')
  return more.length === 0 && id !== '' ? id : undefined
}

/** What it relates to. */
export function relatedIdsOf(envelope: Envelope): readonly string[] {
  return textsOf(envelope, 'RelatesTo')
}

function textsOf({ blocks }: Envelope, local: AddressingBlock): readonly string[] {
  return blocks
    .filter((block) => block.namespace === ADDRESSING_NAMESPACE && block.local === local)
    .map((block) => trimXml(textOf(block)))
}
