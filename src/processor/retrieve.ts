/** Makes the request that a retrieval without envelope stands for, so that it takes the one path. */
import { valuesOf, writeValues } from '../contract/values.js'
import type { SoapVersion } from '../soap/version.js'
import { writeEnvelope } from '../soap/write-envelope.js'
import type { InboundMessage, Retrieval } from '../transport.js'
import { isNcName } from '../xml/characters.js'
import { isXmlText } from '../xml/write.js'
import type { OperationTable } from './operation-table.js'
import { Refused } from './refuse.js'

/**
 * SOAP 1.2 Part 2 §6.3, the SOAP Response exchange: only safe operations can be retrieved.
 *
 * @returns the text of an envelope with the operation's entry
 * @throws Refused not-retrievable, or undecodable for what no envelope can hold
 */
export function retrieve(
  { operation, parameters }: Retrieval,
  { destination }: InboundMessage,
  operations: OperationTable,
  version: SoapVersion,
): string {
  const found = operations.findSafe(operation, destination)
  if (!found) throw new Refused('not-retrievable', 'no safe operation has that name')
  for (const [name, value] of parameters) {
    // A name goes into a tag.
    if (!isNcName(name)) throw new Refused('undecodable', 'not a parameter name')
    // XML 1.0 §2.2: a query can hold characters that no document can.
    if (!isXmlText(value)) throw new Refused('undecodable', 'not text that XML can hold')
  }
  const entry = writeValues(found.operation.name, valuesOf(parameters), undefined)
  return writeEnvelope(version, [], [entry])
}
