/** Step: finds the handler of each header block for this node; no handler runs if a mandatory block has none. */

import type { ReplyPolicy } from '../addressing/reply-policy.js'
import { SoapFault } from '../soap/fault.js'
import { notUnderstood } from '../soap/fault-headers.js'
import type { HeaderBlock } from '../soap/header-block.js'
import { failedAt } from './failed-at.js'
import type { HandlerTable, RegisteredHandler } from './handler-table.js'
import { learn } from './learn.js'
import { type FoundBlock, type OwnBlocks, readOwnBlocks } from './own-blocks/read.js'
import { shownNames } from './shown-name.js'
import type { Targeted } from './target.js'

export interface Understood extends Targeted {
  /** The blocks with a handler, in document order. */
  readonly understood: readonly UnderstoodBlock[]
  /** The content of the blocks that this node handles itself. */
  readonly own: OwnBlocks
  /** Mandatory blocks without a handler: if there is one, the message is refused. */
  readonly missed: readonly HeaderBlock[]
}

export interface UnderstoodBlock {
  readonly block: HeaderBlock
  readonly registered: RegisteredHandler
}

/** @param policy  decides where answers may be sent */
export function understand(
  targeted: Targeted,
  handlers: HandlerTable,
  policy: ReplyPolicy,
): Understood {
  const { version, route } = targeted
  const ultimate = route.role === 'ultimate-receiver'
  const understood: UnderstoodBlock[] = []
  const found: FoundBlock[] = []
  const missed: HeaderBlock[] = []
  for (const block of targeted.targeted) {
    const registered = handlers.find(block, version, ultimate)
    if (registered?.kind === 'own') found.push({ part: registered.handler.part, block })
    if (registered) understood.push({ block, registered })
    else if (block.mustUnderstand) missed.push(block)
  }
  const own = readOwnBlocks(found, version, targeted.attempt ? undefined : policy)
  return learn(targeted, { understood, own, missed })
}

const ONE = 'A mandatory header block was not understood'
const SEVERAL = 'Mandatory header blocks were not understood'

/**
 * SOAP 1.2 Part 1 §2.6: "If one or more of the SOAP header blocks identified in the preceding step
 * are not understood by the node then generate a single SOAP fault ... If such a fault is
 * generated, any further processing MUST NOT be done."
 *
 * @throws SoapFault MustUnderstand that names every mandatory block without a handler
 */
export function refuseMissed(understood: Understood): void {
  const { missed, version } = understood
  if (missed.length === 0) return
  const fault = new SoapFault({
    code: 'MustUnderstand',
    // SOAP 1.1 has no block that names them, as NotUnderstood of SOAP 1.2 does.
    reason: `${missed.length > 1 ? SEVERAL : ONE}: ${shownNames(missed.map(({ name }) => name))}.`,
    scope: 'header',
    headers: missed.map(({ name }) => notUnderstood(name, version)),
  })
  throw failedAt(understood, missed[0], fault)
}
