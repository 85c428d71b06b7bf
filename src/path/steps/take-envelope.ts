/** Step: makes an envelope of a retrieval, so that it takes the same path as every message. */
import { NoParameter, readParameters } from '../../contract/parameters.js'
import { writeValues } from '../../contract/values.js'
import type { EnvelopeMessage, RetrievalMessage } from '../../message/message.js'
import type { Values } from '../../plugin.js'
import { badArguments } from '../../soap/fault.js'
import type { SoapVersion } from '../../soap/version.js'
import { writeEnvelope } from '../../soap/write-envelope.js'
import type { XmlElement } from '../../xml/tree.js'
import { isXmlText } from '../../xml/write.js'
import { Refused } from '../facts/refused.js'
import type { OperationTable } from '../parts/operation-table.js'
import type { RegisteredOperation } from '../parts/registered-operation.js'
import { step } from '../state/step.js'

export const envelope = step({
  name: 'envelope',
  takes: ['arrival'],
  gives: 'message',
  run(
    { arrival: { message, version } },
    _exchange,
    parts: { readonly operations: OperationTable },
  ) {
    switch (message.kind) {
      case 'envelope':
        return message
      case 'retrieval':
        return retrieved(message, version, parts.operations)
      case 'pick-up':
      case 'description':
      case 'report':
        throw new TypeError(`a ${message.kind} has no envelope`)
    }
  },
})

/**
 * SOAP 1.2 Part 2 §6.3, the SOAP Response exchange: only safe operations can be retrieved.
 *
 * @throws Refused not-retrievable, or undecodable for parameters that no envelope can hold
 * @throws SoapFault Client for parameters that contradict each other, or have no place in the schema
 */
function retrieved(
  { origin, mediaType, admission, operation, parameters }: RetrievalMessage,
  version: SoapVersion,
  operations: OperationTable,
): EnvelopeMessage {
  const found = operations.findSafe(operation, origin.destination)
  if (!found) throw new Refused('not-retrievable', 'no safe operation has that name')
  // XML 1.0 §2.2: a query can hold characters that XML does not allow.
  if (!parameters.flat().every((text) => isXmlText(text))) {
    throw new Refused('undecodable', 'not text that XML can hold')
  }
  const entry = entryOf(found, parametersOf(parameters))
  const body = Buffer.from(writeEnvelope(version, [], [entry]), 'utf8')
  const charset = 'utf-8'
  const action = operations.actionFor(found, origin.destination)
  return { kind: 'envelope', origin, mediaType, admission, body, charset, action, attachments: [] }
}

function parametersOf(parameters: RetrievalMessage['parameters']): Values {
  try {
    return readParameters(parameters)
  } catch (error) {
    // The name becomes the name of an element.
    if (error instanceof NoParameter) throw new Refused('undecodable', 'not a parameter name')
    throw error instanceof TypeError ? badArguments(error.message) : error
  }
}

/** What the schema does not allow is written too, as far as it can be, and is found where every message is checked. */
function entryOf(
  { operation, entry = operation.name, request }: RegisteredOperation,
  values: Values,
): XmlElement {
  try {
    return writeValues(entry, values, request, { checked: false })
  } catch (error) {
    throw error instanceof TypeError ? badArguments(error.message) : error
  }
}
