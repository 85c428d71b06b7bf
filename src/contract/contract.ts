/** A contract: what peers see of a service, read from a WSDL or described by plugins; it knows no transport. */
import type { SoapBinding } from '../schema/definitions/bindings.js'
import type { Definitions, WsdlSource } from '../schema/definitions/definitions.js'
import type { CompiledSchema } from '../schema/validate/index.js'
import type { ClarkName } from '../xml/tree.js'

/** One service: its operations, their messages, and the schema of all of it. It never changes. */
export interface Contract {
  /** Local name of the service. */
  readonly name: string
  /** Namespace of the service (`targetNamespace` of its WSDL). */
  readonly namespace: string
  /** For people. */
  readonly documentation?: string | undefined
  /** Declares every element and type that the messages name, the entries of rpc messages too. */
  readonly schema: CompiledSchema
  readonly operations: readonly ContractOperation[]
  /** Where it can be called, in the order of its ports; none for what is described here. */
  readonly ports: readonly ContractPort[]
  /** Where it stands in WSDL documents; undefined for what is described here. */
  readonly source?: ContractSource | undefined
  /** Where its documents are not as they should be, and how they were taken; each begins with its place. */
  readonly warnings?: readonly string[] | undefined
}

/** A contract as it was written. */
export interface ContractSource {
  readonly definitions: Definitions
  /** All that the documents bind to SOAP, for other contracts as well. */
  readonly bindings: readonly SoapBinding[]
  /** undefined for a binding that no service has. */
  readonly service: WsdlSource | undefined
  /** What this contract is bound to: at least one. */
  readonly bound: readonly BoundPort[]
}

/** The schema of a contract, where a file is that in which it stands. */
export function schemaIn(contract: Contract | undefined, file: string): CompiledSchema | undefined {
  const [first] = contract?.source?.definitions.documents ?? []
  return first?.file === file ? contract?.schema : undefined
}

/** A binding, and the `port` of a service that has it. */
export interface BoundPort {
  readonly binding: SoapBinding
  /** undefined for a binding that no service has. */
  readonly port: WsdlSource | undefined
}

export interface ContractPort {
  readonly name: string
  readonly soap: '1.1' | '1.2'
  /** URI of the transport (`soap:binding/@transport`). */
  readonly transport: string
  /** `soap:address/@location`, as it stands there. */
  readonly address: string
  /** True if requests must have WS-Addressing blocks. Default: they need not. */
  readonly requiresAddressing?: boolean | undefined
}

export interface ContractOperation {
  /** Local name, as in its port type. */
  readonly name: string
  /** For people. */
  readonly documentation?: string | undefined
  readonly exchange: 'request-response' | 'one-way'
  /** True if it changes nothing, so that it may be retrieved by HTTP GET. No WSDL says so: default false. */
  readonly safe?: boolean | undefined
  readonly style: Style
  readonly use: Use
  /** `soapAction` of its binding; `''` for none. */
  readonly soapAction: string
  /** What its requests may say as their action; undefined for what is described here. */
  readonly actions?: RequestActions | undefined
  readonly request: ContractMessage
  /** undefined for one-way. */
  readonly response?: ContractMessage | undefined
  readonly faults: readonly ContractFault[]
}

/** What a client may have learned from a contract: all that its bindings and its port types say, whatever the port. */
export interface RequestActions {
  /** Each `soapAction`, `''` for none, and each Action that an input says. */
  readonly explicit: readonly string[]
  /** The default ones (WS-Addressing 1.0 Metadata §4.4.4). */
  readonly implied: readonly string[]
}

/** WSDL 1.1 §3.4: how the entry of Body is made up. */
export type Style = 'document' | 'rpc'

/** WSDL 1.1 §3.5: whether types are written by the schema, or by the rules of an encoding. */
export type Use = 'literal' | 'encoded'

export interface ContractMessage {
  /** Name of the body entry; undefined for an empty Body. For rpc: namespace of `soap:body`, name of the operation. */
  readonly entry: ClarkName | undefined
  /** True if the parameters are the children of the entry: document wrapped, and rpc. */
  readonly wrapped: boolean
  /** Of rpc: what the entry has as children, in their order. Of document: the one part of the entry, or none. */
  readonly parts: readonly ContractPart[]
  /** The WS-Addressing action: that of `wsam:Action` or `wsaw:Action`, or the default one (WS-Addressing 1.0 Metadata §4.4). */
  readonly action?: string | undefined
  /** `encodingStyle` of an encoded one. */
  readonly encodingStyle?: string | undefined
  /** What may stand in Header. */
  readonly headers: readonly ContractHeader[]
  /** Parts that travel beside the envelope (WSDL 1.1 §5). */
  readonly attachments: readonly ContractAttachment[]
}

export interface ContractPart {
  readonly name: string
  /** Name of a global element, or of a type: one of both. */
  readonly element?: ClarkName | undefined
  readonly type?: ClarkName | undefined
}

export interface ContractHeader {
  /** Name of the header block: a global element. */
  readonly element: ClarkName
  /** Header blocks that tell that it could not be processed. */
  readonly faults: readonly ClarkName[]
}

export interface ContractFault {
  readonly name: string
  /** Name of the element in `detail`. */
  readonly element: ClarkName
  readonly action?: string | undefined
}

export interface ContractAttachment {
  /** Name of the part. */
  readonly name: string
  /** Media types that it may have; none: any. */
  readonly types: readonly string[]
}
