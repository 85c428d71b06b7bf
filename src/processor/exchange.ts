/** An exchange: what belongs to the conversation, and what plugins see of it. */
import { ADDRESSING_NAMESPACE } from '../addressing/addressing.js'
import { type Traceparent, traceIdOf } from '../message/traceparent.js'
import type { Exchange, Log } from '../plugin.js'
import type { XmlElement } from '../xml/tree.js'
import type { Valid } from './validate.js'

/** Makes the logger of an exchange: every line has its id, and its trace id if there is one. */
export type ExchangeLog = (id: string, traceId?: string) => Log

export class OpenExchange {
  readonly id: string
  readonly log: Log
  /** Aborted when the time is over, or when the node stops and waits no longer. */
  readonly signal: AbortSignal
  readonly #added: XmlElement[]

  /** @param added  header blocks that its answer had when it was queued. Default: none */
  constructor(
    id: string,
    trace: Traceparent | undefined,
    signal: AbortSignal,
    log: ExchangeLog,
    added: readonly XmlElement[] = [],
  ) {
    this.id = id
    this.log = log(id, traceIdOf(trace))
    this.signal = signal
    this.#added = [...added]
  }

  /** Header blocks of the answer, in the order in which they were added. */
  get added(): readonly XmlElement[] {
    return this.#added
  }

  /** @throws TypeError for a block without a namespace */
  addHeader(block: XmlElement): void {
    // SOAP 1.1 §4: header entries must be namespace-qualified, in answers as in requests.
    if (block.namespace === '') throw new TypeError('a header block needs a namespace')
    this.#added.push(block)
  }
}

/** What header handlers and operations see of an exchange and of its message. */
export function exchangeOf(
  { message, understood, own, call }: Valid,
  exchange: OpenExchange,
): Exchange {
  const { id, log, signal } = exchange
  const { transport, peer } = message.origin
  return {
    id,
    log,
    signal,
    transport,
    peer,
    attachments: message.attachments,
    blocks: understood.map(({ block }) => block.element),
    entry: call?.entry,
    addressing: own.addressing?.addressing,
    addHeader(block) {
      // SOAP Binding §3.2.2: there must not be two of them.
      if (own.addressing && block.namespace === ADDRESSING_NAMESPACE) {
        throw new TypeError('the node addresses this answer itself')
      }
      exchange.addHeader(block)
    },
  }
}
