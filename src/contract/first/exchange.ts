/** What a handler of a contract sees of an exchange: its header blocks and its faults by their names. */
import { lineOf } from '../../schema/finding.js'
import { record } from '../../schema/values/index.js'
import type { Value, Values } from '../../schema/values/value.js'
import { blockMismatch, SoapFault } from '../../soap/fault.js'
import { type ClarkName, clarkName, type XmlElement } from '../../xml/tree.js'
import { atOnce, type Walk } from '../../xml/walk.js'
import { contentOf } from '../block-content.js'
import { blockNames } from '../block-names.js'
import type { ContractFault, ContractOperation } from '../contract.js'
import type { Exchange } from '../exchange.js'
import type { TypedElement, TypedSchema } from '../typed-schema.js'
import type { FaultOptions } from './contract-plugin.js'
import type { UntypedExchange } from './untyped.js'

/** One operation of a contract, as its handler sees it. */
export class Seen {
  readonly #schema: TypedSchema
  readonly #operation: string
  readonly #called: ReadonlyMap<string, ClarkName>
  readonly #answered: ReadonlyMap<string, ClarkName>
  readonly #faults: ReadonlyMap<string, ContractFault>

  constructor({ name, request, response, faults }: ContractOperation, schema: TypedSchema) {
    this.#schema = schema
    this.#operation = name
    this.#called = blockNames(request.headers)
    this.#answered = blockNames(response?.headers ?? [])
    this.#faults = new Map(faults.map((fault) => [fault.name, fault]))
  }

  by(exchange: Exchange, headers: Values): UntypedExchange {
    return new HandlerExchange(exchange, this, headers)
  }

  /** @throws SoapFault for a block that does not match: where another plugin handles it, it was not checked by this schema */
  *reading({ blocks }: Exchange): Walk<Values> {
    const headers = record()
    for (const [name, element] of this.#called) {
      const block = blocks.find((one) => clarkName(one) === element)
      if (!block) continue
      const typed = this.#typed(element)
      const { findings, value } = yield* typed.validating(contentOf(block, typed))
      if (findings.length > 0) throw blockMismatch(findings.map(lineOf))
      headers[name] = value
    }
    return headers
  }

  blockOf(name: string, content: Value): XmlElement {
    const element = this.#answered.get(name)
    if (element === undefined) throw this.#unknown('header block of its answer', name)
    return atOnce(this.#typed(element).writingValue(content))
  }

  faultOf(name: string, detail: Value, about: FaultOptions = {}): SoapFault {
    const fault = this.#faults.get(name)
    if (!fault) throw this.#unknown('fault', name)
    const { code = 'Client', reason = name, hint } = about
    const { action } = fault
    const entry = atOnce(this.#typed(fault.element).writingValue(detail))
    return new SoapFault({ code, reason, hint, action, detail: [entry] })
  }

  #typed(name: ClarkName): TypedElement {
    const typed = this.#schema.element(name)
    if (typed) return typed
    throw new TypeError(`the schema of the contract declares no element ${name}`)
  }

  #unknown(what: string, name: string): TypeError {
    return new TypeError(`${this.#operation}: the contract declares no ${what} ${name}`)
  }
}

/** Its functions may be taken out of it: `({ item }, { fault }) => …`. */
class HandlerExchange implements UntypedExchange {
  readonly #exchange: Exchange
  readonly #seen: Seen
  readonly headers: Values

  constructor(exchange: Exchange, seen: Seen, headers: Values) {
    this.#exchange = exchange
    this.#seen = seen
    this.headers = headers
  }

  readonly addHeader: UntypedExchange['addHeader'] = (block, content) =>
    this.#exchange.addHeader(typeof block === 'string' ? this.#seen.blockOf(block, content) : block)

  readonly fault: UntypedExchange['fault'] = (name, detail, about) =>
    this.#seen.faultOf(name, detail, about)

  readonly attach: UntypedExchange['attach'] = (attachment) => this.#exchange.attach(attachment)

  readonly keep: UntypedExchange['keep'] = (source) => this.#exchange.keep(source)

  readonly signed = (element: XmlElement) => this.#exchange.signed(element)

  get id() {
    return this.#exchange.id
  }

  get log() {
    return this.#exchange.log
  }

  get transport() {
    return this.#exchange.transport
  }

  get peer() {
    return this.#exchange.peer
  }

  get attachments() {
    return this.#exchange.attachments
  }

  get blocks() {
    return this.#exchange.blocks
  }

  get entry() {
    return this.#exchange.entry
  }

  get addressing() {
    return this.#exchange.addressing
  }

  get sender() {
    return this.#exchange.sender
  }

  get signal() {
    return this.#exchange.signal
  }
}
