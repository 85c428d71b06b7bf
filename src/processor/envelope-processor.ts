/** The path of a message through the node, step by step; every transport hands its messages in here. */
import type { ReplyPolicy } from '../addressing/reply-policy.js'
import type { JobQueue, JobWorker } from '../queue/queue.js'
import type { RetryPlans } from '../queue/retry-plans.js'
import { readEnvelope } from '../soap/envelope.js'
import type { SoapVersions } from '../soap/version.js'
import type { InboundMessage, Outcome } from '../transport.js'
import { decodeText } from '../xml/charset.js'
import { readDocument } from '../xml/read.js'
import { answer } from './answer.js'
import { asAnswer, asReport, correlate } from './correlate.js'
import { abandon, deliver } from './deliver/deliver.js'
import { dispatch } from './dispatch.js'
import { type Enqueued, enqueue, goesToQueue } from './enqueue.js'
import { type ExchangeLog, OpenExchange } from './exchange.js'
import { forward, type Send } from './forward/forward.js'
import { checkWay } from './forward/pass-on.js'
import type { HandlerTable } from './handler-table.js'
import { processHeaders } from './headers.js'
import type { ProcessorLimits } from './limits.js'
import { logOutcome } from './log-outcome.js'
import type { OperationTable } from './operation-table.js'
import { pickUp } from './pick-up.js'
import { Refused, refuse } from './refuse.js'
import { reply } from './reply.js'
import { retrieve } from './retrieve.js'
import { type FindRoute, route } from './route.js'
import { target } from './target.js'
import { understand } from './understand.js'
import { validate } from './validate.js'
import { Waiting } from './waiting.js'

export interface ProcessorParts {
  readonly queue: JobQueue
  readonly policy: ReplyPolicy
  readonly plans: RetryPlans
  /** Milliseconds that a sender waits on its connection for an answer from the queue. */
  readonly patience: number
  readonly versions: SoapVersions
  readonly operations: OperationTable
  readonly handlers: HandlerTable
  readonly log: ExchangeLog
  /** URI of this node. */
  readonly node: string
  /** URIs of the actors this node plays beside `next` and the ultimate receiver. */
  readonly actors: ReadonlySet<string>
  readonly findRoute: FindRoute
  readonly send: Send
  readonly limits: ProcessorLimits
}

export class EnvelopeProcessor {
  readonly #parts: ProcessorParts
  readonly #waiting: Waiting
  readonly #open = new Set<OpenExchange>()

  constructor(parts: ProcessorParts) {
    this.#parts = parts
    this.#waiting = new Waiting(parts.queue)
  }

  /** Never rejects: whatever goes wrong is an outcome. */
  async process(message: InboundMessage): Promise<Outcome> {
    const { versions, limits, log } = this.#parts
    const exchange = new OpenExchange(message, versions.byMediaType(message.mediaType), log)
    this.#open.add(exchange)
    try {
      const work = () => this.#act(message, exchange)
      const acted = await exchange.within(limits.operationTime, work)
      const outcome = await this.#answer(acted, exchange)
      logOutcome(exchange, outcome)
      return outcome
    } catch (error) {
      const outcome = await this.#refuse(error, exchange)
      logOutcome(exchange, outcome, error)
      return outcome
    } finally {
      this.#open.delete(exchange)
    }
  }

  /** Runs jobs of the queue until the worker is closed. */
  work(concurrency: number): Promise<JobWorker> {
    const { queue } = this.#parts
    const path = async (message: InboundMessage, exchange: OpenExchange): Promise<Outcome> => {
      const acted = await this.#path(message, exchange)
      if (acted.kind === 'queued') throw new Error('a job was put into the queue again')
      return acted
    }
    const delivering = { ...this.#parts, path }
    return queue.work((job, attempt) => deliver(job, attempt, delivering), {
      concurrency,
      abandoned: (job, cause, attempt) => abandon(job, cause, attempt, delivering),
    })
  }

  /** From now on nobody waits for an answer from the queue: each is told to come back for it. */
  release(): void {
    this.#waiting.end()
  }

  /** Tells the plugins of every exchange that still runs that nobody will hear of it any more. */
  cutOff(): void {
    for (const exchange of this.#open) exchange.cutOff()
  }

  /** The SOAP processing model. Each step takes what the step before it gives. */
  async #path(message: InboundMessage, exchange: OpenExchange): Promise<Outcome | Enqueued> {
    const { versions, operations, handlers, actors, limits, findRoute, queue } = this.#parts
    const text = this.#textOf(message, exchange)
    const document = readDocument(text, limits)
    exchange.version = versions.byNamespace(document.namespace) ?? exchange.version
    const envelope = readEnvelope(document, versions, limits)
    const answered = await asAnswer(envelope, message, this.#parts)
    if (answered) return correlate(answered, exchange, queue)
    const routed = route(envelope, exchange, findRoute)
    exchange.intermediary = routed.route.role === 'intermediary'
    const targeted = target(routed, actors)
    const understood = understand(targeted, handlers, exchange)
    const valid = validate(understood, operations, message)
    exchange.takes(valid)
    if (exchange.intermediary) checkWay(exchange, this.#parts)
    const processed = await processHeaders(valid, exchange)
    if (routed.route.role === 'intermediary') {
      return forward(processed, routed.route.onward, text, exchange, this.#parts)
    }
    exchange.part = 'body'
    const { call } = processed
    if (goesToQueue(call, exchange, this.#parts)) {
      return enqueue(processed, call, text, exchange, this.#parts)
    }
    const acted = await dispatch(processed, exchange)
    return reply(acted, exchange, this.#parts)
  }

  async #act(message: InboundMessage, exchange: OpenExchange): Promise<Outcome | Enqueued> {
    if (message.pickUp !== undefined) return pickUp(message.pickUp, this.#parts.queue)
    if (!message.report) return this.#path(message, exchange)
    const { queue } = this.#parts
    return correlate(await asReport(message, queue), exchange, queue)
  }

  async #answer(acted: Outcome | Enqueued, exchange: OpenExchange): Promise<Outcome> {
    if (acted.kind !== 'queued') return answer(acted, exchange, this.#parts)
    const patience = acted.patience ?? exchange.message.patience ?? this.#parts.patience
    return this.#waiting.for(acted.id, patience)
  }

  async #refuse(thrown: unknown, exchange: OpenExchange): Promise<Outcome> {
    const outcome = refuse(thrown, exchange, this.#parts)
    try {
      return await answer(outcome, exchange, this.#parts)
    } catch (error) {
      // Its sender hears nothing of the fault now, and will if it sends the message again.
      return refuse(error, exchange, this.#parts)
    }
  }

  /** The envelope's text, or that of the one which a retrieval stands for. */
  #textOf(message: InboundMessage, { version }: OpenExchange): string {
    const { operations } = this.#parts
    if (!operations.has(message.destination)) {
      throw new Refused('unknown-destination', 'no plugin has that name, and no route that path')
    }
    return message.retrieval
      ? retrieve(message.retrieval, message, operations, version)
      : decodeText(message.body, message.charset)
  }
}
