/** WS-Addressing, as a node handles it itself: whom an answer goes to, and what it says of its request. */
import { randomId } from '../../base/time.js'
import { accepts, namesBoth } from '../../message/accepted-actions.js'
import { fitsField, isSameAction } from '../../message/action.js'
import {
  ADDRESSING_BLOCKS,
  ADDRESSING_PLUGIN,
  type Addressing,
} from '../../soap/addressing/addressing.js'
import { allowedEndpoints, withoutAddresses } from '../../soap/addressing/allowed-endpoints.js'
import { actionOf, answerHeaders } from '../../soap/addressing/answer-headers.js'
import {
  actionMismatch,
  actionNotSupported,
  blockName,
  blockRequired,
} from '../../soap/addressing/faults.js'
import { type Reading, readAddressing } from '../../soap/addressing/read-addressing.js'
import type { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import type { AnswerPart, CheckedMessage, OwnRow } from './row.js'

export const ADDRESSING: OwnRow<Reading | undefined> = {
  names: ADDRESSING_BLOCKS.map(blockName),
  owner: ADDRESSING_PLUGIN,
  kept: false,
  read(blocks, version, policy) {
    const elements = blocks.map(({ element }) => element)
    const reading = readAddressing(elements, version)
    return reading && policy ? allowed(reading, policy) : reading
  },
  check,
  answer(reading, { answer, unproven, policy }): AnswerPart {
    const addressing = countingOf(reading, unproven, policy)
    if (!addressing) return {}
    const action = actionOf(addressing, answer)
    const blocks = answerHeaders(addressing, answer, `urn:uuid:${randomId()}`)
    // SOAP Binding §2.4: an action outside the envelope equals the one inside.
    return { blocks, action: fitsField(action) ? action : undefined }
  },
}

/**
 * What a message says of its answers, as far as it counts. It is looked at wherever an answer is sent: on any node,
 * before or after the handlers.
 *
 * @param unproven  true if nobody has proven where they may go
 */
export function countingOf(
  reading: Reading | undefined,
  unproven: boolean,
  policy: ReplyPolicy,
): Addressing | undefined {
  if (!reading) return undefined
  if (unproven) return withoutAddresses(reading.addressing)
  return allowedEndpoints(reading.addressing, policy).addressing
}

function allowed(reading: Reading, policy: ReplyPolicy): Reading {
  const { addressing, fault } = allowedEndpoints(reading.addressing, policy)
  const relative = reading.relative && { otherwise: reading.relative.otherwise ?? fault }
  return { addressing, fault: reading.fault ?? fault, relative }
}

/** @throws SoapFault for addressing by which no answer could be sent */
function check(reading: Reading | undefined, { message, endsHere, called }: CheckedMessage): void {
  if (!reading) return
  const { addressing, fault, relative } = reading
  const { action, messageId, replyTo } = addressing
  const { operation, actions } = called ?? {}
  // Core §3.1: an [action] is an absolute IRI. Clients of a contract whose soapAction is none send it anyway.
  const wrong = relative && namesBoth(actions, action, action) ? relative.otherwise : fault
  if (wrong) throw wrong
  // SOAP Binding §2.4 and §4.2: the two are equal, unless the one outside is empty. A contract may have two for one operation.
  const beside = message.action ?? ''
  if (beside !== '' && !isSameAction(beside, action) && !namesBoth(actions, beside, action)) {
    throw actionMismatch(action, beside)
  }
  if (!endsHere) return
  if (!accepts(actions, action)) throw actionNotSupported(action, message.action)
  // Core §3.4: "if the related message lacks a [message id] property, the processor MUST fault."
  const replies = operation?.exchange !== 'one-way' && replyTo.kind !== 'none'
  if (replies && messageId === undefined) throw blockRequired('MessageID')
}
