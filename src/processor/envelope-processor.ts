/** The path of a message through the node, step by step; every transport hands its messages in here. */
import { readEnvelope } from '../soap/envelope.js'
import type { SoapVersions } from '../soap/version.js'
import type { InboundMessage, Outcome } from '../transport.js'
import { decodeText } from '../xml/charset.js'
import { readDocument } from '../xml/read.js'
import { dispatch } from './dispatch.js'
import { type ExchangeLog, OpenExchange } from './exchange.js'
import { forward, type Send } from './forward.js'
import type { HandlerTable } from './handler-table.js'
import { processHeaders } from './headers.js'
import type { ProcessorLimits } from './limits.js'
import { logOutcome } from './log-outcome.js'
import type { OperationTable } from './operation-table.js'
import { Refused, refuse } from './refuse.js'
import { reply } from './reply.js'
import { retrieve } from './retrieve.js'
import { type FindRoute, route } from './route.js'
import { target } from './target.js'
import { understand } from './understand.js'
import { validate } from './validate.js'

export interface ProcessorParts {
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

  constructor(parts: ProcessorParts) {
    this.#parts = parts
  }

  /** Never rejects: whatever goes wrong is an outcome. */
  async process(message: InboundMessage): Promise<Outcome> {
    const { versions, limits, log } = this.#parts
    const exchange = new OpenExchange(message, versions.byMediaType(message.mediaType), log)
    try {
      const work = () => this.#path(message, exchange)
      const outcome = await exchange.within(limits.operationTime, work)
      logOutcome(exchange, outcome)
      return outcome
    } catch (error) {
      const outcome = refuse(error, exchange, this.#parts)
      logOutcome(exchange, outcome, error)
      return outcome
    }
  }

  /** The SOAP processing model. Each step takes what the step before it gives. */
  async #path(message: InboundMessage, exchange: OpenExchange): Promise<Outcome> {
    const { versions, operations, handlers, actors, limits, findRoute } = this.#parts
    const text = this.#textOf(message, exchange)
    const document = readDocument(text, limits)
    exchange.version = versions.byNamespace(document.namespace) ?? exchange.version
    const envelope = readEnvelope(document, versions, limits)
    const routed = route(envelope, message, findRoute)
    exchange.intermediary = routed.route.role === 'intermediary'
    const targeted = target(routed, actors)
    const understood = understand(targeted, handlers)
    const valid = validate(understood, operations, message)
    exchange.takes(valid)
    const processed = await processHeaders(valid, exchange)
    if (routed.route.role === 'intermediary') {
      return forward(processed, routed.route.to, text, exchange, this.#parts)
    }
    exchange.part = 'body'
    const acted = await dispatch(processed, exchange)
    return reply(acted, exchange)
  }

  /** The envelope's text, or that of the one which a retrieval stands for. */
  #textOf(message: InboundMessage, { version }: OpenExchange): string {
    const { operations } = this.#parts
    if (!operations.has(message.destination)) {
      throw new Refused('unknown-destination', 'no plugin has that name')
    }
    return message.retrieval
      ? retrieve(message.retrieval, message, operations, version)
      : decodeText(message.body, message.charset)
  }
}
