/** Step: sends the message on to the next node, without the header blocks that end here. */
import {
  type InboundMessage,
  type OutboundMessage,
  type Outcome,
  Undeliverable,
} from '../../transport.js'
import { sayUtf8 } from '../../xml/declaration.js'
import { inOrder, splice } from '../../xml/splice.js'
import { clarkName } from '../../xml/tree.js'
import type { Answering } from '../answer.js'
import type { Enqueued } from '../enqueue.js'
import type { OpenExchange } from '../exchange.js'
import type { Processed } from '../headers.js'
import type { ForwardMode, Onward } from '../route.js'
import { type BringingBack, bringBack } from './bring-back.js'
import { cutsOf } from './cuts.js'
import { type Passing, passOn } from './pass-on.js'
import { store } from './store.js'
import { LATE, NO_ANSWER, Stranded } from './stranded.js'

/** Sends over whichever transport has the URL's scheme. */
export type Send = (
  message: OutboundMessage,
  to: URL,
  signal: AbortSignal,
  way?: Way,
) => Promise<InboundMessage | undefined>

export interface Way {
  /** True if a peer named the address, so that the policy for replies must allow where it leads. */
  readonly guarded?: boolean
  /** Name of a destination in the configuration, whose credentials and limits hold. */
  readonly destination?: string | undefined
  /** Milliseconds until the attempt is given up, if the destination says nothing. Default: the signal's. */
  readonly timeLimit?: number
}

export interface Forwarding extends Answering, BringingBack, Passing {
  readonly send: Send
}

/**
 * @param text  source text of the message: its tree's positions are offsets into it
 * @throws SoapFault Server if the next node did not take it, or the message goes in a circle
 * @throws QueueUnavailable, QueueFull if it must not be acknowledged
 */
export async function forward(
  processed: Processed,
  onward: Onward,
  text: string,
  exchange: OpenExchange,
  forwarding: Forwarding,
): Promise<Outcome | Enqueued> {
  const { action } = exchange.message
  const [entry] = processed.envelope.entries
  exchange.onward = { to: onward.to.href, operation: entry && clarkName(entry) }
  const { cuts, marks } = passOn(processed, onward.to, text, exchange, forwarding)
  const message: OutboundMessage = {
    body: splice(text, inOrder([...sayUtf8(text), ...cutsOf(processed), ...cuts])),
    soap: processed.envelope.version.name,
    id: exchange.id,
    ...(action !== undefined && { action }),
    ...marks,
  }
  exchange.log.debug({ route: onward.name, reason: onward.reason, ...exchange.onward }, 'sent on')
  const mode = modeOf(onward, exchange)
  switch (mode) {
    case 'relay':
      return relay(message, onward, exchange, forwarding)
    case 'store':
    case 'bridge':
      return store(text, processed.envelope, message, { ...onward, mode }, exchange, forwarding)
  }
}

/** Whose answer goes elsewhere does not wait here: such a message is durable before it is acknowledged. */
function modeOf({ mode }: Onward, { message: { replyTo } }: OpenExchange): ForwardMode {
  return mode === 'relay' && replyTo ? 'bridge' : mode
}

async function relay(
  message: OutboundMessage,
  { to, destination }: Onward,
  exchange: OpenExchange,
  forwarding: Forwarding,
): Promise<Outcome> {
  const { timeLimit } = forwarding.plans.ofDestination(to, destination)
  try {
    const heard = await forwarding.send(message, to, exchange.signal, { destination, timeLimit })
    if (!heard) return { kind: 'accepted' }
    return (await bringBack(heard, exchange, forwarding)).outcome
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    exchange.log.warn({ to: to.href, err: error }, 'the next node did not take the message')
    throw error.late
      ? new Stranded('late', LATE, { cause: error })
      : new Stranded('unreachable', NO_ANSWER, { cause: error })
  }
}
