/** Steps: find the handler of each header block for this node; no handler runs if a mandatory block has none. */
import type { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import { SoapFault } from '../../soap/fault.js'
import { notUnderstood } from '../../soap/fault-headers.js'
import type { HeaderBlock } from '../../soap/header-block.js'
import { SOAP_11 } from '../../soap/version.js'
import { shownNames } from '../facts/printable-name.js'
import { type FoundBlock, readOwnBlocks } from '../own-blocks/table.js'
import type { HandlerTable } from '../parts/handler-table.js'
import { atBlock } from '../state/failure.js'
import { step } from '../state/step.js'
import type { Understood, UnderstoodBlock } from '../state/values.js'

/** What it needs of the parts of the node. */
export interface Understanding {
  readonly handlers: HandlerTable
  /** Decides where answers may be sent. */
  readonly policy: ReplyPolicy
}

export const understand = step({
  name: 'understand',
  takes: ['arrival', 'document', 'route', 'targets'],
  gives: 'understood',
  run({ arrival, document, route, targets }, _exchange, { handlers, policy }: Understanding) {
    if (targets.length === 0) return NOT_UNDERSTOOD_HERE
    const { version } = document.envelope
    const ultimate = route.role === 'ultimate-receiver'
    const blocks: UnderstoodBlock[] = []
    const found: FoundBlock[] = []
    const missed: HeaderBlock[] = []
    for (const block of targets) {
      const registered = handlers.find(block, version, ultimate)
      if (registered?.kind === 'own') found.push({ kind: registered.handler.kind, block })
      if (registered) blocks.push({ block, registered })
      else if (block.mustUnderstand) missed.push(block)
    }
    const own = readOwnBlocks(found, version, arrival.attempt ? undefined : policy)
    return { blocks: Object.freeze(blocks), own, missed: Object.freeze(missed) }
  },
})

/** Most messages have no header block for a node. */
const NOT_UNDERSTOOD_HERE: Understood = Object.freeze({
  blocks: Object.freeze([]),
  own: readOwnBlocks([], SOAP_11, undefined),
  missed: Object.freeze([]),
})

const ONE = 'A mandatory header block was not understood'
const SEVERAL = 'Mandatory header blocks were not understood'

/**
 * SOAP 1.2 Part 1 §2.6: "If one or more of the SOAP header blocks identified in the preceding step
 * are not understood by the node then generate a single SOAP fault ... If such a fault is
 * generated, any further processing MUST NOT be done."
 *
 * @throws SoapFault MustUnderstand that names every mandatory block without a handler
 */
export const refuseMissed = step({
  name: 'must-understand',
  takes: ['document', 'understood'],
  gives: undefined,
  run({ document, understood: { missed } }) {
    if (missed.length === 0) return
    const { version } = document.envelope
    const fault = new SoapFault({
      code: 'MustUnderstand',
      // SOAP 1.1 has no block that names them, as NotUnderstood of SOAP 1.2 does.
      reason: `${missed.length > 1 ? SEVERAL : ONE}: ${shownNames(missed.map(({ name }) => name))}.`,
      scope: 'header',
      headers: missed.map(({ name }) => notUnderstood(name, version)),
    })
    throw atBlock(fault, missed[0])
  },
})
