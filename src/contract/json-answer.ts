/** Writes what an envelope answers as JSON: the named values of its entry, or its fault. */
import { readingOpen } from '../schema/values/index.js'
import type { Value } from '../schema/values/value.js'
import type { Envelope } from '../soap/envelope.js'
import { FAULT_NAMESPACE } from '../soap/fault.js'
import { type ReceivedFault, readFault } from '../soap/read-fault.js'
import { childElements, clarkName, elementText, isNamed, type XmlElement } from '../xml/tree.js'
import { Pace, type Walk } from '../xml/walk.js'
import { writingJson } from './json.js'
import type { TypedSchema } from './typed-schema.js'
import { readingValues } from './values.js'

/**
 * @param schema    of the entry, and of the details of faults. Default: every value is text
 * @param exchange  id by which the operator of the node finds it
 */
export function* writingJsonAnswer(
  envelope: Envelope,
  schema: TypedSchema | undefined,
  exchange: string,
): Walk<string> {
  const fault = readFault(envelope)
  if (fault)
    return yield* writingJson({ fault: yield* faultValue(fault, envelope, schema, exchange) })
  const [entry] = envelope.entries
  if (!entry) return '{}'
  return yield* writingJson(yield* readingValues(entry, schema?.element(clarkName(entry))))
}

function* faultValue(
  { code, codes, reason, actor, detail = [] }: ReceivedFault,
  { blocks }: Envelope,
  schema: TypedSchema | undefined,
  exchange: string,
): Walk<Value> {
  // SOAP 1.1 §4.4: details of an error of the header stand in header blocks.
  const own = blocks.filter(({ namespace }) => namespace === FAULT_NAMESPACE)
  const shown = [...detail, ...own].filter((one) => !isNamed(one, FAULT_NAMESPACE, 'Exchange'))
  const details: Value[] = []
  for (const one of shown)
    details.push({ name: clarkName(one), value: yield* detailValue(one, schema) })
  return { code, codes, reason, actor, detail: details, exchange }
}

function* detailValue(entry: XmlElement, schema: TypedSchema | undefined): Walk<Value> {
  const typed = schema?.element(clarkName(entry))
  if (typed) return yield* readingValues(entry, typed)
  return childElements(entry).length === 0
    ? elementText(entry)
    : yield* readingOpen(entry, new Pace())
}
