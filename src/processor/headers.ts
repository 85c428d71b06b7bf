/** Step: runs the handlers of the header blocks for this node, in document order. */
import { FAULT_NAMESPACE, SoapFault } from '../soap/fault.js'
import type { HeaderBlock } from '../soap/header-block.js'
import { element, type XmlElement } from '../xml/tree.js'
import type { OpenExchange } from './exchange.js'
import { readable } from './thrown.js'
import type { Valid } from './validate.js'

export interface Processed extends Valid {
  /** What became of each block that was processed: put back, or gone. */
  readonly outcomes: readonly BlockOutcome[]
}

export interface BlockOutcome {
  readonly block: HeaderBlock
  readonly reinserted: XmlElement | undefined
}

/**
 * The handlers of a message from the queue ran before it was put there, and do not run again.
 *
 * @throws SoapFault what a handler threw, as a fault of the header
 */
export async function processHeaders(valid: Valid, exchange: OpenExchange): Promise<Processed> {
  const outcomes: BlockOutcome[] = []
  for (const { block, registered } of exchange.attempt ? [] : valid.understood) {
    // BP R1028: whoever waited too long has a fault already, and after a fault nothing is processed.
    exchange.signal.throwIfAborted()
    try {
      const reinserted = await registered.handler.process(block.element, exchange)
      outcomes.push({ block, reinserted: reinserted ?? undefined })
    } catch (thrown) {
      const error = readable(thrown)
      throw error instanceof SoapFault ? ofHeader(error) : error
    }
  }
  const { envelope, route, targeted, understood, call } = valid
  return { envelope, route, targeted, understood, call, outcomes }
}

/**
 * SOAP 1.1 §4.4: detail "MUST NOT be used to carry information about error information belonging to
 * header entries. Detailed error information belonging to header entries MUST be carried within
 * header entries."
 */
function ofHeader({ code, message, subcodes, headers, detail, binding }: SoapFault): SoapFault {
  return new SoapFault({
    code,
    reason: message,
    subcodes,
    scope: 'header',
    headers: [...headers, ...detail.map(qualified)],
    binding,
  })
}

/** SOAP 1.1 §4: a header entry has a namespace; an entry of detail need not have one. */
function qualified(entry: XmlElement): XmlElement {
  if (entry.namespace !== '') return entry
  return element({ name: `{${FAULT_NAMESPACE}}Detail`, prefix: 'waybill', children: [entry] })
}
