/** What an operator is told of a file that is not what was written. */
import { WaybillError } from '../../../errors.js'

export function damaged(file: string, what: string): WaybillError {
  return new WaybillError('WAYBILL_QUEUE_DAMAGED', `${file} is damaged: ${what}`)
}
