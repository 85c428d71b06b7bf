/** Makes an envelope of a retrieval, so that it takes the same path as every message. */
import { writeValues } from '../contract/values.js'
import type { EnvelopeMessage, RetrievalMessage } from '../message/message.js'
import { valuesOf } from '../schema/values/index.js'
import { writeEnvelope } from '../soap/write-envelope.js'
import { isNcName } from '../xml/characters.js'
import { isXmlText } from '../xml/write.js'
import type { Admitted } from './admit.js'
import type { OperationTable } from './operation-table.js'
import { Refused } from './refused.js'

/**
 * SOAP 1.2 Part 2 §6.3, the SOAP Response exchange: only safe operations can be retrieved.
 *
 * @throws Refused not-retrievable, or undecodable for parameters that no envelope can hold
 */
export function retrieve(
  { message, version }: Admitted<RetrievalMessage>,
  operations: OperationTable,
): EnvelopeMessage {
  const { origin, mediaType, admission, operation, parameters } = message
  const found = operations.findSafe(operation, origin.destination)
  if (!found) throw new Refused('not-retrievable', 'no safe operation has that name')
  for (const [name, value] of parameters) {
    // The name becomes the name of an element.
    if (!isNcName(name)) throw new Refused('undecodable', 'not a parameter name')
    // XML 1.0 §2.2: a query can hold characters that XML does not allow.
    if (!isXmlText(value)) throw new Refused('undecodable', 'not text that XML can hold')
  }
  const entry = writeValues(found.entry ?? found.operation.name, valuesOf(parameters), undefined)
  const body = Buffer.from(writeEnvelope(version, [], [entry]), 'utf8')
  const charset = 'utf-8'
  return { kind: 'envelope', origin, mediaType, admission, body, charset, attachments: [] }
}
