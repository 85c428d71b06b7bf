/** The failure of an operation whose answer does not match its schema: it would not match the next time, either. */
import { Unwritable } from '../../schema/values/index.js'
import type { SoapFault } from '../../soap/fault.js'
import { FinalFailure } from '../../store/queue/job.js'
import type { RegisteredOperation } from '../parts/registered-operation.js'

export function wrongAnswer(
  { operation, plugin }: RegisteredOperation,
  what: string,
): FinalFailure {
  const sentence = `the plugin ${plugin} gave ${operation.name} an answer that does not match its schema`
  return new FinalFailure(`${sentence}: ${what}`)
}

/** What the operation could not write would not be written the next time, either. */
export function final(
  registered: RegisteredOperation,
  thrown: SoapFault | Error,
): SoapFault | Error {
  return thrown instanceof Unwritable ? wrongAnswer(registered, thrown.message) : thrown
}
