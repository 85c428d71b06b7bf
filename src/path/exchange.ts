/** An exchange: what belongs to the conversation, whichever message of it is looked at. */
import { Ending, type Ends } from '../base/ending.js'
import type { Log } from '../base/log.js'
import { Attached } from '../message/answer-attachments.js'
import type { KeySeen } from '../message/events/events.js'
import type { Attachment } from '../message/message.js'
import { type Traceparent, traceIdOf } from '../message/traceparent.js'
import type { XmlElement } from '../xml/tree.js'

/** Makes the logger of an exchange: every line has its id, and its trace id if there is one. */
export type ExchangeLog = (id: string, traceId?: string) => Log

export interface NewExchange {
  readonly id: string
  readonly trace?: Traceparent | undefined
  /** Comes when the time is over, or when the node stops and waits no longer. */
  readonly ends: Ends
  readonly log: ExchangeLog
  /** Header blocks that its answer had when it was queued. Default: none. */
  readonly added?: readonly XmlElement[] | undefined
}

export class OpenExchange implements Ends {
  readonly id: string
  #ends: Ends
  readonly #added: XmlElement[]
  readonly #makeLog: () => Log
  /** Undefined until something is attached. */
  #attached: Attached | undefined
  #log: Log | undefined
  #answerKeys: readonly KeySeen[] | undefined

  constructor({ id, trace, ends, log, added = [] }: NewExchange) {
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

  /** Whoever waits for it, what its operation has returned is written to the end. */
  outliveSender(): void {
    this.#ends = new Ending()
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

  /** Business keys of the answer of the next node, if that came on the connection. */
  get answerKeys(): readonly KeySeen[] | undefined {
    return this.#answerKeys
  }

  set answerKeys(keys: readonly KeySeen[] | undefined) {
    this.#answerKeys = keys
  }

  /** What goes with the answer, in the order in which it was attached. */
  get attachments(): readonly Attachment[] {
    return this.#attached?.all ?? []
  }

  get attached(): Attached {
    this.#attached ??= new Attached()
    return this.#attached
  }

  /** @throws TypeError for a block without a namespace */
  addHeader(block: XmlElement): void {
    // SOAP 1.1 §4: header entries must be namespace-qualified, in answers as in requests.
    if (block.namespace === '') throw new TypeError('a header block needs a namespace')
    this.#added.push(block)
  }
}
