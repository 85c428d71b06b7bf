/** An exchange: what belongs to the conversation, and what plugins see of it. */

import { ADDRESSING_NAMESPACE, type Addressing } from '../addressing/addressing.js'
import { type Abortable, Ending, type Ends } from '../base/ending.js'
import type { Log } from '../base/log.js'
import { Attached, held } from '../message/attached.js'
import { cidOf } from '../message/cid.js'
import type { Attachment } from '../message/message.js'
import type { Peer } from '../message/origin.js'
import { type Traceparent, traceIdOf } from '../message/traceparent.js'
import type { Exchange } from '../plugin.js'
import { isCovered } from '../security/verdict.js'
import type { XmlElement } from '../xml/tree.js'
import type { Valid } from './validate.js'

/** Makes the logger of an exchange: every line has its id, and its trace id if there is one. */
export type ExchangeLog = (id: string, traceId?: string) => Log

/** Envelopes that this node has written, as they left it. */
export interface Written {
  readonly answered?: string
  readonly sent?: string
}

export class OpenExchange implements Ends {
  readonly id: string
  #ends: Ends
  readonly #added: XmlElement[]
  readonly #makeLog: () => Log
  /** Undefined until something is attached. */
  #attached: Attached | undefined
  #written: Written = {}
  #log: Log | undefined
  #outlives = false
  #hasReturned = false

  /**
   * @param ends   comes when the time is over, or when the node stops and waits no longer
   * @param added  header blocks that its answer had when it was queued. Default: none
   */
  constructor(
    id: string,
    trace: Traceparent | undefined,
    ends: Ends,
    log: ExchangeLog,
    added: readonly XmlElement[] = [],
  ) {
    this.id = id
    this.#makeLog = () => log(id, traceIdOf(trace))
    this.#ends = ends
    this.#added = [...added]
  }

  get signal(): AbortSignal {
    return this.#ends.signal
  }

  throwIfAborted(): void {
    this.#ends.throwIfAborted()
  }

  /** Whoever waits for it, what its operation returns is written to the end. */
  outlivesItsSender(): void {
    this.#outlives = true
  }

  /** The operation has returned: it has had its effect. */
  returned(): void {
    this.#hasReturned = true
    if (this.#outlives) this.#ends = new Ending()
  }

  get hasReturned(): boolean {
    return this.#hasReturned
  }

  /** Made when it is asked for: most exchanges write no line of their own. */
  get log(): Log {
    this.#log ??= this.#makeLog()
    return this.#log
  }

  /** Header blocks of the answer, in the order in which they were added. */
  get added(): readonly XmlElement[] {
    return this.#added
  }

  /** What goes with the answer, in the order in which it was attached. */
  get attachments(): readonly Attachment[] {
    return this.#attached?.all ?? []
  }

  get attached(): Attached {
    this.#attached ??= new Attached()
    return this.#attached
  }

  get written(): Written {
    return this.#written
  }

  wrote(envelope: Written): void {
    this.#written = { ...this.#written, ...envelope }
  }

  /** @throws TypeError for a block without a namespace */
  addHeader(block: XmlElement): void {
    // SOAP 1.1 §4: header entries must be namespace-qualified, in answers as in requests.
    if (block.namespace === '') throw new TypeError('a header block needs a namespace')
    this.#added.push(block)
  }
}

/** What header handlers and operations see of an exchange and of its message. */
export class SeenExchange implements Exchange, Abortable {
  readonly id: string
  readonly transport: string
  readonly peer: Peer
  readonly attachments: readonly Attachment[]
  readonly blocks: readonly XmlElement[]
  readonly entry: XmlElement | undefined
  readonly addressing: Addressing | undefined
  readonly sender: string | undefined
  readonly signed: (element: XmlElement) => boolean
  readonly addHeader: (block: XmlElement) => void
  readonly attach: Exchange['attach']
  readonly keep: Exchange['keep']
  readonly #exchange: OpenExchange

  constructor({ message, understood, own, call, sender, verdict }: Valid, exchange: OpenExchange) {
    const { transport, peer } = message.origin
    this.id = exchange.id
    this.transport = transport
    this.peer = peer
    this.attachments = message.attachments
    this.blocks = understood.map(({ block }) => block.element)
    this.entry = call?.entry
    this.addressing = own.addressing?.addressing
    this.sender = sender
    this.signed = (element) => isCovered(verdict, element)
    this.addHeader = (block) => {
      // SOAP Binding §3.2.2: there must not be two of them.
      if (own.addressing && block.namespace === ADDRESSING_NAMESPACE) {
        throw new TypeError('the node addresses this answer itself')
      }
      exchange.addHeader(block)
    }
    this.attach = (attachment) => cidOf(exchange.attached.add(attachment))
    this.keep = (source) => message.spool?.keep(source) ?? held(source)
    this.#exchange = exchange
  }

  get log(): Log {
    return this.#exchange.log
  }

  get signal(): AbortSignal {
    return this.#exchange.signal
  }

  throwIfAborted(): void {
    this.#exchange.throwIfAborted()
  }
}
