/** Step: runs the operation that the body entry calls. */
import { writingValues } from '../contract/values.js'
import type { Result } from '../plugin.js'
import { element, type XmlElement } from '../xml/tree.js'
import type { Walk } from '../xml/walk.js'
import type { Processed } from './headers.js'
import type { RegisteredOperation } from './operation-table.js'
import type { ProcessorParts } from './parts.js'
import { readable } from './thrown.js'

export type Acted =
  /** The answer of the operation; without an entry the Body is empty. */
  | { readonly kind: 'result'; readonly entry: XmlElement | undefined }
  /** A one-way operation has run. */
  | { readonly kind: 'accepted' }

/** @throws SoapFault or Error: what the operation threw */
export async function dispatch(
  { call, seen }: Processed,
  { slices }: ProcessorParts,
): Promise<Acted> {
  if (!call) return { kind: 'result', entry: undefined }
  const { registered, parameters } = call
  // BP R1028: as in headers.ts, an exchange that was aborted goes no further.
  seen.signal.throwIfAborted()
  try {
    const result = await registered.operation.invoke(parameters, seen)
    if (registered.operation.exchange === 'one-way') return { kind: 'accepted' }
    return { kind: 'result', entry: await slices.run(answerEntry(registered, result), seen.signal) }
  } catch (thrown) {
    throw readable(thrown)
  }
}

function* answerEntry(registered: RegisteredOperation, result: Result): Walk<XmlElement> {
  const { response, responseShape } = registered
  if (!result) return element({ name: response, prefix: 'm' })
  if (isElement(result)) return result
  return yield* writingValues(response, result, responseShape)
}

/** An element differs from named values by its positions, which are numbers and never values. */
function isElement(result: Exclude<Result, void>): result is XmlElement {
  const { scope, attributes, children, start } = result as Partial<XmlElement>
  return (
    typeof scope === 'object' &&
    Array.isArray(attributes) &&
    Array.isArray(children) &&
    typeof start === 'number'
  )
}
