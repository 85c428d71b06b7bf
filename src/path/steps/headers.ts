/** Steps: run the handlers of the header blocks for this node, in document order; then it is clear what is to be done. */
import { inOrder, type Pending, rescued, settled, then } from '../../base/steps.js'
import { FAULT_NAMESPACE, SoapFault } from '../../soap/fault.js'
import { clarkName, element, type XmlElement } from '../../xml/tree.js'
import { readable } from '../facts/thrown.js'
import { atBlock, failureOf, StepFailure } from '../state/failure.js'
import { longStep, step } from '../state/step.js'
import type { BlockOutcome, Handled } from '../state/values.js'
import { unsignedRefused } from '../verify/refuse-unsigned.js'
import { SeenExchange } from './seen-exchange.js'

/**
 * The handlers of a message from the queue ran before it was put there, and do not run again; nor do those
 * of a signed message that is sent again.
 *
 * @throws SoapFault what a handler threw, as a fault of the header
 */
export const processHeaders = longStep({
  name: 'headers',
  takes: ['arrival', 'message', 'document', 'route', 'understood', 'verified', 'valid', 'once'],
  gives: 'handled',
  run(taken, exchange): Pending<Handled> {
    const { arrival, understood, once } = taken
    const seen = new SeenExchange(taken, exchange)
    const ran = arrival.attempt !== undefined || once.repeated
    const { blocks } = understood
    if (ran || blocks.length === 0) return { outcomes: NO_OUTCOMES, seen }
    const outcomes: BlockOutcome[] = []
    const processed = inOrder(blocks, ({ block, registered }) => {
      if (registered.kind === 'own') {
        outcomes.push({ block, reinserted: registered.handler.kept ? block.element : undefined })
        return undefined
      }
      // BP R1028: an aborted exchange has had its fault, and after a fault nothing is processed.
      exchange.throwIfAborted()
      return rescued(
        () =>
          then(settled(registered.handler.process(block.element, seen)), (reinserted) => {
            outcomes.push({ block, reinserted: reinserted ?? undefined })
          }),
        (thrown) => {
          const failure = failureOf(unsignedRefused(readable(thrown), taken))
          const error =
            failure.thrown instanceof SoapFault ? ofHeader(failure.thrown) : failure.thrown
          throw atBlock(new StepFailure(error, failure), block)
        },
      )
    })
    return then(processed, () => ({ outcomes: Object.freeze(outcomes), seen }))
  },
})

const NO_OUTCOMES: readonly BlockOutcome[] = Object.freeze([])

export const task = step({
  name: 'task',
  takes: ['document', 'route', 'valid'],
  gives: 'task',
  run({ document, route, valid: { call } }) {
    const [entry] = document.envelope.entries
    const operation = call?.registered.operation.name ?? (entry && clarkName(entry))
    switch (route.role) {
      case 'ultimate-receiver':
        return { part: 'body', operation } as const
      case 'intermediary':
        return { part: 'header', operation, to: route.onward.to.href } as const
      case 'returning':
        return { part: 'header', operation } as const
    }
  },
})

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
