/** Makes operations of a contract of those of a SOAP binding. */
import type { BoundOperation, SoapBinding } from '../../../schema/definitions/bindings.js'
import type { BoundMessage } from '../../../schema/definitions/bound-message.js'
import {
  type Definitions,
  nameOf,
  type WsdlSource,
} from '../../../schema/definitions/definitions.js'
import { documentationOf } from '../../../schema/definitions/documentation.js'
import type { Direction } from '../../../schema/definitions/rpc.js'
import type { ReadSet } from '../../../schema/documents.js'
import type { CompiledSchema } from '../../../schema/validate/index.js'
import type {
  ContractFault,
  ContractHeader,
  ContractMessage,
  ContractOperation,
} from '../../contract.js'
import { actionOf, requestActions } from './actions.js'
import { Entries } from './entries.js'
import type { LeftOut } from './left-out.js'
import { refuse } from './refusal.js'
import { isWrapper } from './wrapped.js'

export class Operations {
  readonly #schema: CompiledSchema
  readonly #entries: Entries
  readonly #definitions: Definitions
  readonly #leftOut: LeftOut
  /** Several ports, and several services, may have one binding. */
  readonly #read = new Map<SoapBinding, readonly ContractOperation[]>()

  /**
   * @param set      what the schema was made of
   * @param leftOut  notified of each that cannot be bound
   */
  constructor(schema: CompiledSchema, set: ReadSet, leftOut: LeftOut) {
    this.#schema = schema
    this.#leftOut = leftOut
    this.#entries = new Entries(schema.components, set)
    this.#definitions = set.definitions
  }

  /** @throws WaybillError WAYBILL_CONTRACT_INVALID */
  ofBinding(binding: SoapBinding): readonly ContractOperation[] {
    this.#definitions.count(binding.operations.length)
    const operations = this.#read.get(binding) ?? this.#operations(binding)
    this.#read.set(binding, operations)
    return operations
  }

  #operations({ operations }: SoapBinding): readonly ContractOperation[] {
    return operations.flatMap((operation) => {
      const { name, source } = operation
      const made = this.#leftOut.unless(`the operation ${name}`, () => {
        // Basic Profile 1.1 R2304: the operations of a port type have different names.
        if (operations.some((other) => other !== operation && other.name === name)) {
          refuse(
            source,
            `there is another operation ${name}: overloaded ones cannot be distinguished`,
          )
        }
        return this.#operation(operation)
      })
      return made ?? []
    })
  }

  #operation(operation: BoundOperation): ContractOperation {
    const { source, name, style, soapAction, portType, abstract, input, output, faults } = operation
    if (!portType)
      refuse(source, `the operation ${name} is bound for a port type that is not there`)
    if (!abstract) {
      refuse(source, `the port type ${nameOf(portType.node)} has no operation ${name}`)
    }
    // WSDL 1.1 §2.4: notification and solicit-response have no binding to SOAP.
    if (!input || isOutbound(abstract)) {
      refuse(
        abstract,
        `the operation ${name} begins with a message of the service: no node can be called so`,
      )
    }
    const request = this.#message(operation, input, 'request', false)
    const response = output && this.#message(operation, output, 'response', request.wrapped)
    return {
      name,
      documentation: documentationOf(abstract.node) ?? documentationOf(source.node),
      exchange: response ? 'request-response' : 'one-way',
      style,
      use: input.use,
      soapAction,
      actions: requestActions(operation, input.abstract),
      request,
      response,
      faults: faults.map(
        (fault): ContractFault => ({
          name: fault.name,
          element: this.#entries.fault(fault, operation),
          action: actionOf(operation, fault.abstract),
        }),
      ),
    }
  }

  #message(
    operation: BoundOperation,
    message: BoundMessage,
    direction: Direction,
    wrapped: boolean,
  ): ContractMessage {
    const { entry, parts } = this.#entries.of(operation, message, direction)
    const declaration =
      entry === undefined ? undefined : this.#schema.components.elements.get(entry)
    const convention = direction === 'request' ? operation.name : undefined
    return {
      entry,
      parts,
      wrapped:
        operation.style === 'rpc' ||
        ((direction === 'request' || wrapped) &&
          declaration !== undefined &&
          isWrapper(declaration, convention)),
      action: actionOf(operation, message.abstract),
      encodingStyle: message.use === 'encoded' ? message.encodingStyle : undefined,
      headers: message.headers.map(
        (header): ContractHeader => ({
          element: this.#entries.header(header),
          faults: header.faults.map((fault) => this.#entries.header(fault)),
        }),
      ),
      attachments: message.attachments,
    }
  }
}

/** WSDL 1.1 §2.4.3: the output of a solicit-response operation stands before its input. */
function isOutbound({ node }: WsdlSource): boolean {
  const first = node.children.find(
    (child) => typeof child !== 'string' && ['input', 'output'].includes(child.local),
  )
  return typeof first === 'object' && first.local === 'output'
}
