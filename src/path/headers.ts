/** Step: runs the handlers of the header blocks for this node, in document order. */

import { ready, type Steps } from '../base/steps.js'
import { FAULT_NAMESPACE, type FaultScope, SoapFault } from '../soap/fault.js'
import type { HeaderBlock } from '../soap/header-block.js'
import { type ClarkName, clarkName, element, type XmlElement } from '../xml/tree.js'
import { type OpenExchange, SeenExchange } from './exchange.js'
import { failedAt } from './failed-at.js'
import { learn } from './learn.js'
import { unsignedRefused } from './refuse-unsigned.js'
import { readable } from './thrown.js'
import type { Valid } from './validate.js'

export interface Repeated {
  /** True if its job was there before: it is answered as that was, and no handler runs. Default: it was not. */
  readonly repeated?: boolean
}

export interface Processed extends Valid {
  /** What happened to each block that was processed: put back, or removed. */
  readonly outcomes: readonly BlockOutcome[]
  readonly act: Act
  /** The object that handlers got, and that the operation gets. */
  readonly seen: SeenExchange
}

/** What the node does with a message once its header blocks are processed. */
export interface Act {
  /** Where the details of a failure belong. */
  readonly part: FaultScope
  /** Where it goes, if it is sent on. */
  readonly to?: string | undefined
  /** Name of the operation that is called, or of its body entry. */
  readonly operation: ClarkName | undefined
}

export interface BlockOutcome {
  readonly block: HeaderBlock
  readonly reinserted: XmlElement | undefined
}

/**
 * The handlers of a message from the queue ran before it was put there, and do not run again; nor do those
 * of a signed message that is sent again.
 *
 * @throws SoapFault what a handler threw, as a fault of the header
 */
export function* processHeaders(valid: Valid & Repeated, exchange: OpenExchange): Steps<Processed> {
  const outcomes: BlockOutcome[] = []
  const seen = new SeenExchange(valid, exchange)
  const ran = valid.attempt !== undefined || valid.repeated
  for (const { block, registered } of ran ? [] : valid.understood) {
    if (registered.kind === 'own') {
      outcomes.push({ block, reinserted: registered.handler.kept ? block.element : undefined })
      continue
    }
    // BP R1028: an aborted exchange has had its fault, and after a fault nothing is processed.
    exchange.throwIfAborted()
    try {
      const reinserted = yield* ready(registered.handler.process(block.element, seen))
      outcomes.push({ block, reinserted: reinserted ?? undefined })
    } catch (thrown) {
      const error = unsignedRefused(readable(thrown), valid)
      throw failedAt(valid, block, error instanceof SoapFault ? ofHeader(error) : error)
    }
  }
  return learn(valid, { outcomes, act: actOf(valid), seen })
}

function actOf({ envelope, route, call }: Valid): Act {
  const [entry] = envelope.entries
  const operation = call?.registered.operation.name ?? (entry && clarkName(entry))
  switch (route.role) {
    case 'ultimate-receiver':
      return { part: 'body', operation }
    case 'intermediary':
      return { part: 'header', operation, to: route.onward.to.href }
    case 'returning':
      return { part: 'header', operation }
  }
}

/**
 * SOAP 1.1 §4.4: detail "MUST NOT be used to carry information about error information belonging to
 * header entries. Detailed error information belonging to header entries MUST be carried within
 * header entries."
 */
function ofHeader(fault: SoapFault): SoapFault {
  const { code, hint, faultcode, message, subcodes, headers, detail, binding } = fault
  return new SoapFault({
    code,
    hint,
    faultcode,
    reason: message,
    subcodes,
    scope: 'header',
    headers: [...headers, ...detail.map(qualified)],
    binding,
  })
}

/** SOAP 1.1 §4: a header entry needs a namespace; an entry of detail does not. */
function qualified(entry: XmlElement): XmlElement {
  if (entry.namespace !== '') return entry
  return element({ name: `{${FAULT_NAMESPACE}}Detail`, prefix: 'waybill', children: [entry] })
}
