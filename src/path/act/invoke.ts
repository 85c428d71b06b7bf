/** Step: runs the operation that the body entry calls. */
import { type Pending, rescued, settled, then } from '../../base/steps.js'
import { readable } from '../facts/thrown.js'
import { longStep } from '../state/step.js'
import type { Returned } from '../state/values.js'
import { unsignedRefused } from '../verify/refuse-unsigned.js'
import { final } from './wrong-answer.js'

/**
 * @throws SoapFault or Error: what the operation threw
 * @throws FinalFailure for what it could not write: the operation would run again
 */
export const invoke = longStep({
  name: 'invoke',
  takes: ['route', 'understood', 'valid', 'handled'],
  gives: 'returned',
  run(taken): Pending<Returned> {
    const { call } = taken.valid
    if (!call) return NO_RESULT
    const { seen } = taken.handled
    const { registered, parameters } = call
    // BP R1028: as before header handlers, an exchange that was aborted goes no further.
    seen.throwIfAborted()
    return rescued(
      () => then(settled(registered.operation.invoke(parameters, seen)), (result) => ({ result })),
      (thrown) => {
        throw unsignedRefused(final(registered, readable(thrown)), taken)
      },
    )
  },
})

const NO_RESULT: Returned = { result: undefined }
