/** Step: checks the header blocks that the node handles itself: no loop, one of each, valid addressing. */
import { checkOwn, type OwnKind } from '../own-blocks/table.js'
import type { ProcessorLimits } from '../parts/limits.js'
import { atBlock } from '../state/failure.js'
import { step } from '../state/step.js'
import type { Understood } from '../state/values.js'
import { refuseOldAddressing } from './old-addressing.js'

/** What it needs of the parts of the node. */
export interface Checking {
  /** URI of this node. */
  readonly node: string
  /** `hops`: nodes that may send a message on; undefined: any number. */
  readonly limits: Pick<ProcessorLimits, 'hops'>
}

/** @throws SoapFault for a loop, a repeated block, or addressing by which no answer could be sent */
export const checkOwnBlocks = step({
  name: 'own-blocks',
  takes: ['came', 'message', 'document', 'route', 'targets', 'understood', 'valid'],
  gives: undefined,
  run(taken, _exchange, { node, limits }: Checking) {
    const { came, message, route, understood, valid } = taken
    // They were checked before the message was queued.
    if (came.attempt) return
    const checked = {
      message,
      goesOn: route.role === 'intermediary',
      endsHere: route.role === 'ultimate-receiver',
      called: valid.call?.registered,
      node,
      maxHops: limits.hops,
    }
    checkOwn(understood.own, checked, (error, kind) => atBlock(error, blockOf(understood, kind)))
    refuseOldAddressing(taken)
  },
})

function blockOf({ blocks }: Understood, kind: OwnKind) {
  return blocks.find(
    ({ registered: { kind: whose, handler } }) => whose === 'own' && handler.kind === kind,
  )?.block
}
