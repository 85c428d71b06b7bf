/** Step: checks the header blocks that the node handles itself: no loop, one of each, valid addressing. */
import { ADDRESSING_NAMESPACE } from '../../soap/addressing/addressing.js'
import { SoapFault } from '../../soap/fault.js'
import { childElements, elementText, isNamed, trimXml, type XmlElement } from '../../xml/tree.js'
import { checkOwn, type OwnKind } from '../own-blocks/table.js'
import type { ProcessorLimits } from '../parts/limits.js'
import { atBlock } from '../state/failure.js'
import { step } from '../state/step.js'
import type { Taken, Understood } from '../state/values.js'

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
  takes: ['arrival', 'message', 'document', 'route', 'targets', 'understood', 'valid'],
  gives: undefined,
  run(taken, _exchange, { node, limits }: Checking) {
    const { arrival, message, route, understood, valid } = taken
    // They were checked before the message was queued.
    if (arrival.attempt) return
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

const OLD = 'http://schemas.xmlsoap.org/ws/2004/08/addressing'
const ANONYMOUS = `${OLD}/role/anonymous`

/**
 * A block that is not understood would be ignored, and the answer would go where nobody waits for it.
 *
 * @throws SoapFault Client for a ReplyTo that is not anonymous, unless a plugin handles it
 */
function refuseOldAddressing({
  route,
  targets,
  understood: { own, blocks },
  valid: { call },
}: Taken<'route' | 'targets' | 'understood' | 'valid'>): void {
  if (route.role !== 'ultimate-receiver' || own.addressing) return
  if (!call || call.registered.operation.exchange === 'one-way') return
  const block = targets.find(({ element }) => asksElsewhere(element))
  if (!block || blocks.some((one) => one.block === block)) return
  const reason = `No answer can be sent to its ReplyTo: WS-Addressing is spoken here as ${ADDRESSING_NAMESPACE}, and not as ${OLD}.`
  throw atBlock(new SoapFault({ code: 'Client', scope: 'header', reason }), block)
}

function asksElsewhere(block: XmlElement): boolean {
  if (!isNamed(block, OLD, 'ReplyTo')) return false
  const address = childElements(block).find((child) => isNamed(child, OLD, 'Address'))
  return address !== undefined && trimXml(elementText(address)) !== ANONYMOUS
}
