/** Tells of each header block of a message what became of it at this node, for its event. */
import type { BlockSeen } from '../../message/events/events.js'
import { actorOf, type HeaderBlock } from '../../soap/header-block.js'
import { clarkName } from '../../xml/tree.js'
import type { Known } from '../state/known.js'

/** Blocks of one message that are told of; a peer can send thousands. */
const MOST = 50

/** @returns undefined if there are none, as in most messages */
export function blocksSeen(known: Known): readonly BlockSeen[] | undefined {
  const { envelope } = known.document ?? {}
  if (!envelope || envelope.blocks.length === 0) return undefined
  const { version } = envelope
  return envelope.blocks.slice(0, MOST).map((element) => {
    const block = known.targets?.find((one) => one.element === element)
    return {
      name: clarkName(element),
      actor: actorOf(element, version),
      mustUnderstand: block?.mustUnderstand || undefined,
      did: block ? done(block, known) : 'passed',
    }
  })
}

function done(block: HeaderBlock, { understood }: Known): BlockSeen['did'] {
  if (understood?.missed.includes(block)) return 'missed'
  const found = understood?.blocks.find((one) => one.block === block)
  if (!found) return 'ignored'
  return found.registered.kind === 'own' ? 'own' : 'handled'
}
