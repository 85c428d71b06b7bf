/** WS-Addressing of August 2004, which is not spoken here: who asks by it for an answer elsewhere is told so. */
import { ADDRESSING_NAMESPACE } from '../../soap/addressing/addressing.js'
import { SoapFault } from '../../soap/fault.js'
import { childElements, isNamed, textOf, trimXml, type XmlElement } from '../../xml/tree.js'
import { atBlock } from '../state/failure.js'
import type { Taken } from '../state/values.js'

const OLD = 'http://schemas.xmlsoap.org/ws/2004/08/addressing'
const ANONYMOUS = `${OLD}/role/anonymous`

/**
 * A block that is not understood would be ignored, and the answer would go where nobody waits for it.
 *
 * @throws SoapFault Client for a ReplyTo that is not anonymous, unless a plugin handles it
 */
export function refuseOldAddressing({
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
  return address !== undefined && trimXml(textOf(address)) !== ANONYMOUS
}
