/** Step: finds the handler of each header block for this node; all mandatory ones have one, or none runs. */

import { SoapFault } from '../soap/fault.js'
import { notUnderstood } from '../soap/fault-headers.js'
import type { HeaderBlock } from '../soap/header-block.js'
import type { OpenExchange } from './exchange.js'
import type { HandlerTable, RegisteredHandler } from './handler-table.js'
import type { Targeted } from './target.js'

export interface Understood extends Targeted {
  /** The blocks with a handler, in document order. */
  readonly understood: readonly UnderstoodBlock[]
}

export interface UnderstoodBlock {
  readonly block: HeaderBlock
  readonly registered: RegisteredHandler
}

/** @throws SoapFault MustUnderstand that names every mandatory block without a handler */
export function understand(
  { envelope, route, targeted }: Targeted,
  handlers: HandlerTable,
  exchange: OpenExchange,
): Understood {
  const { version } = envelope
  const understood: UnderstoodBlock[] = []
  const missed: HeaderBlock[] = []
  for (const block of targeted) {
    const registered = handlers.find(block, version)
    if (registered) understood.push({ block, registered })
    else if (block.mustUnderstand) missed.push(block)
  }
  // Whatever goes wrong from here on is answered as the blocks that are understood ask for.
  exchange.understands(understood)
  // SOAP 1.2 Part 1 §2.6: "If one or more of the SOAP header blocks identified in the preceding step
  // are not understood by the node then generate a single SOAP fault ... If such a fault is
  // generated, any further processing MUST NOT be done."
  if (missed.length > 0) {
    throw new SoapFault({
      code: 'MustUnderstand',
      reason: 'A mandatory header block was not understood.',
      scope: 'header',
      headers: missed.map(({ name }) => notUnderstood(name, version)),
    })
  }
  return { envelope, route, targeted, understood }
}
