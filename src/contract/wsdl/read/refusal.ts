/** Refuses a contract in one sentence, with the place that is wrong. */
import { printable } from '../../../base/printable.js'
import { WaybillError } from '../../../errors.js'
import { valueIn, type WsdlSource } from '../../../schema/definitions/definitions.js'
import { InvalidSchema } from '../../../schema/invalid-schema.js'
import { positionOf } from '../../../xml/unreadable.js'

/** @throws WaybillError WAYBILL_CONTRACT_INVALID */
export function refuse({ document, node }: WsdlSource, sentence: string): never {
  const { line } = positionOf(document.text, node.start)
  // What it quotes is of whoever wrote the document.
  const shown = printable(`${document.file}:${line}: ${sentence}`)
  throw new WaybillError('WAYBILL_CONTRACT_INVALID', shown)
}

/**
 * Refuses what refers to a definition that is not there.
 *
 * @throws WaybillError WAYBILL_CONTRACT_INVALID
 */
export function refuseMissing(source: WsdlSource, attribute: string, kind = attribute): never {
  const { node } = source
  const name = valueIn(node, attribute) ?? ''
  return refuse(
    source,
    name === '' ? `<${node.local}> names no ${kind}` : `there is no ${kind} ${name}`,
  )
}

/** A schema that is wrong makes its contract wrong. */
export function attempt<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error
    const { location, message } = error
    return invalid(`${location}: ${message}`, error)
  }
}

/** @throws WaybillError WAYBILL_CONTRACT_INVALID */
export function invalid(sentence: string, cause?: unknown): never {
  throw new WaybillError('WAYBILL_CONTRACT_INVALID', printable(sentence), { cause })
}
