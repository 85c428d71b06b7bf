/** Refuses a contract in one sentence, with the place that is wrong. */
import { WaybillError } from '../../../errors.js'
import { valueIn, type WsdlSource } from '../../../wsdl/definitions.js'
import { placeOf } from '../../../xml/unreadable.js'

/** @throws WaybillError WAYBILL_CONTRACT_INVALID */
export function refuse({ document, node }: WsdlSource, sentence: string): never {
  const { line } = placeOf(document.text, node.start)
  throw new WaybillError('WAYBILL_CONTRACT_INVALID', `${document.file}:${line}: ${sentence}`)
}

/** What an attribute says, for a sentence. */
export function said({ node }: WsdlSource, attribute: string): string {
  const value = valueIn(node, attribute)
  return value === undefined || value === '' ? `no ${attribute}` : value
}
