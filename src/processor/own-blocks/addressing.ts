/** The header handlers of WS-Addressing: the node's own plugin, on the path of all the others. */

import { ADDRESSING_BLOCKS, ADDRESSING_PLUGIN } from '../../addressing/addressing.js'
import { allowedEndpoints } from '../../addressing/allowed-endpoints.js'
import {
  actionMismatch,
  actionNotSupported,
  blockName,
  blockRequired,
} from '../../addressing/faults.js'
import type { ReplyPolicy } from '../../addressing/reply-policy.js'
import type { Exchange, HeaderHandler } from '../../plugin.js'
import type { LoadedPlugin } from '../../plugins/loaded.js'
import { OpenExchange } from '../exchange.js'

/**
 * Makes every addressing block understood. Without this plugin a mandatory one is a MustUnderstand
 * fault, as at any node that does no addressing.
 *
 * @param policy  where peers may have answers sent
 */
export function addressingPlugin(policy: ReplyPolicy): LoadedPlugin {
  const checked = new WeakSet<Exchange>()
  const headers = ADDRESSING_BLOCKS.map(
    (block): HeaderHandler => ({
      name: blockName(block),
      process(_, exchange) {
        // They mean something together only: the first one of an exchange stands for all.
        if (checked.has(exchange)) return
        checked.add(exchange)
        if (exchange instanceof OpenExchange) check(exchange, policy)
      },
    }),
  )
  return { name: ADDRESSING_PLUGIN, from: 'waybill', definition: { headers } }
}

/** @throws SoapFault for a message that cannot be worked on, or whose answers could not be sent */
function check(exchange: OpenExchange, policy: ReplyPolicy): void {
  const { reading, message, operation, intermediary } = exchange
  if (!reading) return
  const { addressing, fault } = allowedEndpoints(reading.addressing, policy)
  exchange.reading = { addressing, fault: reading.fault ?? fault }
  if (exchange.reading.fault) throw exchange.reading.fault
  const { action, messageId, replyTo } = addressing
  // SOAP Binding §2.4 and §4.2: the two are equal, unless the one outside says nothing.
  if (message.action && message.action !== action) throw actionMismatch(action, message.action)
  if (intermediary) return
  if (operation?.action && operation.action !== action) throw actionNotSupported(action)
  // Core §3.4: "if the related message lacks a [message id] property, the processor MUST fault."
  const replies = operation?.exchange !== 'one-way' && replyTo.kind !== 'none'
  if (replies && messageId === undefined) throw blockRequired('MessageID')
}
