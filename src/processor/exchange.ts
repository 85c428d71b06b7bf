/** One message on its way through the node: what plugins see of it, and what its answer will need. */
import {
  ADDRESSING_NAMESPACE,
  ADDRESSING_PLUGIN,
  type Addressing,
} from '../addressing/addressing.js'
import { type Reading, readAddressing } from '../addressing/read-addressing.js'
import { Overdue, within } from '../base/deadline.js'
import { newId } from '../message/exchange-id.js'
import { traceIdOf } from '../message/traceparent.js'
import type { Exchange, Log, Operation } from '../plugin.js'
import type { Attempt } from '../queue/queue.js'
import type { FaultScope } from '../soap/fault.js'
import type { SoapVersion } from '../soap/version.js'
import type { Attachment, InboundMessage, Peer } from '../transport.js'
import { HOPS_PLUGIN } from '../way/hops.js'
import { TRACE_PLUGIN, type Visit } from '../way/visits.js'
import type { XmlElement } from '../xml/tree.js'
import type { UnderstoodBlock } from './understand.js'
import type { Valid } from './validate.js'

/** Makes the logger of an exchange: its id is on every line, and that of its trace if it has one. */
export type ExchangeLog = (id: string, traceId?: string) => Log

/** What a job from the queue brings along. */
export interface Resumed {
  readonly id: string
  readonly attempt: Attempt
}

export class OpenExchange implements Exchange {
  readonly id: string
  readonly log: Log
  /** Set if the message comes from the queue: its header handlers have run before. */
  readonly attempt: Attempt | undefined
  readonly message: InboundMessage
  /** Header blocks of the answer, in the order they were added. */
  readonly answerHeaders: XmlElement[] = []
  /** The version to answer in: the envelope's own as soon as it is known. */
  version: SoapVersion
  /** The part of the message being worked on: where the details of a failure belong. */
  part: FaultScope = 'header'
  /** True once the node is known to be on the way only, and not the ultimate receiver. */
  intermediary = false
  /** Set once the message is on its way to the next node; for the log. */
  onward: { readonly to: string; readonly operation: string | undefined } | undefined
  /** Id of the exchange that the message answers, if it came as an answer; for the log. */
  answers: string | undefined
  blocks: readonly XmlElement[] = []
  entry: XmlElement | undefined
  /** The operation that the message calls, once that is known. */
  operation: Operation | undefined
  /** What the addressing blocks say, and what is wrong with them; undefined without any. */
  reading: Reading | undefined
  /** The blocks that the nodes on the way write, as they came. */
  hops: XmlElement | undefined
  trace: XmlElement | undefined
  /** The nodes that the Trace block names as it goes on, this one the last of them. */
  visits: readonly Visit[] | undefined
  readonly #deadline = new AbortController()
  readonly #started = performance.now()

  constructor(
    message: InboundMessage,
    version: SoapVersion,
    log: ExchangeLog,
    { id, attempt }: Partial<Resumed> = {},
  ) {
    this.id = id ?? newId()
    this.attempt = attempt
    this.log = log(this.id, traceIdOf(message.trace))
    this.message = message
    this.version = version
  }

  get transport(): string {
    return this.message.transport
  }

  get peer(): Peer {
    return this.message.peer
  }

  get attachments(): readonly Attachment[] {
    return this.message.attachments
  }

  get signal(): AbortSignal {
    return this.attempt?.signal ?? this.#deadline.signal
  }

  get addressing(): Addressing | undefined {
    return this.reading?.addressing
  }

  /** Milliseconds since the message came in. */
  get elapsed(): number {
    return performance.now() - this.#started
  }

  /** Takes in the header blocks, for handlers to see, and what they say about the answer. */
  understands(understood: readonly UnderstoodBlock[]): void {
    this.blocks = understood.map(({ block }) => block.element)
    const ofPlugin = (name: string) =>
      understood
        .filter(({ registered }) => registered.plugin === name)
        .map(({ block }) => block.element)
    this.reading = readAddressing(ofPlugin(ADDRESSING_PLUGIN), this.version)
    this.hops = ofPlugin(HOPS_PLUGIN)[0]
    this.trace = ofPlugin(TRACE_PLUGIN)[0]
  }

  /** Lets plugins see the entry, once it is known to be valid. */
  takes({ call }: Valid): void {
    this.entry = call?.entry
    this.operation = call?.registered.operation
  }

  addHeader(block: XmlElement): void {
    // SOAP 1.1 §4: header entries must be namespace-qualified, in answers as in requests.
    if (block.namespace === '') throw new TypeError('a header block needs a namespace')
    // SOAP Binding §3.2.2: there must not be two of them.
    if (this.reading && block.namespace === ADDRESSING_NAMESPACE) {
      throw new TypeError('the node addresses this answer itself')
    }
    this.answerHeaders.push(block)
  }

  /** Ends `signal`: the connection is gone, or about to go. */
  cutOff(): void {
    this.#deadline.abort(new Error('the node is stopping'))
  }

  /**
   * Waits for work, but no longer than a deadline.
   *
   * @param milliseconds  then `signal` ends and the returned promise rejects
   * @throws Overdue
   */
  async within<Result>(
    milliseconds: number,
    work: () => Result | Promise<Result>,
  ): Promise<Result> {
    try {
      return await within(milliseconds, work)
    } catch (error) {
      if (error instanceof Overdue) this.#deadline.abort(error)
      throw error
    }
  }
}
