/** Step: runs the operation that the body entry calls. */
import { ready } from '../../base/steps.js'
import { readable } from '../facts/thrown.js'
import { longStep } from '../state/step.js'
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
  *steps(taken) {
    const { call } = taken.valid
    if (!call) return { result: undefined }
    const { seen } = taken.handled
    const { registered, parameters } = call
    // BP R1028: as before header handlers, an exchange that was aborted goes no further.
    seen.throwIfAborted()
    try {
      return { result: yield* ready(registered.operation.invoke(parameters, seen)) }
    } catch (thrown) {
      throw unsignedRefused(final(registered, readable(thrown)), taken)
    }
  },
})
