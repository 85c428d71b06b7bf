/** Tells of each header block of a message what became of it at this node, for its event. */
import type { BlockSeen } from '../observer/events.js'
import { actorOf } from '../soap/header-block.js'
import { clarkName } from '../xml/tree.js'
import type { Reached } from './reached.js'

/** Blocks of one message that are told of; a peer can send thousands. */
const MOST = 50

/** @returns undefined if there are none, as in most messages */
export function blocksSeen(reached: Reached): readonly BlockSeen[] | undefined {
  const { envelope, version, targeted } = reached
  if (!envelope || envelope.blocks.length === 0) return undefined
  return envelope.blocks.slice(0, MOST).map((element) => {
    const block = targeted?.find((one) => one.element === element)
    return {
      name: clarkName(element),
      actor: actorOf(element, version),
      mustUnderstand: block?.mustUnderstand || undefined,
      did: block ? done(block, reached) : 'passed',
    }
  })
}

function done(
  block: NonNullable<Reached['targeted']>[number],
  { understood, missed }: Reached,
): BlockSeen['did'] {
  if (missed?.includes(block)) return 'missed'
  const found = understood?.find((one) => one.block === block)
  if (!found) return 'ignored'
  return found.registered.kind === 'own' ? 'own' : 'handled'
}
