/** What the SOAP bindings of WSDL documents say of operations (WSDL 1.1 §3), unchecked: what is not there is undefined. */
import { type BoundFault, type BoundMessage, boundFault, boundMessage } from './bound-message.js'
import { type Definitions, nameOf, partsOf, valueIn, type WsdlSource } from './definitions.js'
import { extensionOf } from './extensions.js'
import { SOAP_BINDING } from './vocabulary.js'

export interface SoapBinding {
  readonly source: WsdlSource
  readonly soap: '1.1' | '1.2'
  /** URI of the transport; `''` if it says none. */
  readonly transport: string
  /** undefined if there is no such port type. */
  readonly portType: WsdlSource | undefined
  readonly operations: readonly BoundOperation[]
}

export interface BoundOperation {
  /** The `operation` of the binding. */
  readonly source: WsdlSource
  readonly name: string
  readonly style: 'document' | 'rpc'
  readonly soapAction: string
  /** undefined if there is no such port type. */
  readonly portType: WsdlSource | undefined
  /** The `operation` of the port type; undefined if that has none of this name. */
  readonly abstract: WsdlSource | undefined
  /** undefined if the port type has none. */
  readonly input: BoundMessage | undefined
  readonly output: BoundMessage | undefined
  readonly faults: readonly BoundFault[]
}

/** Those to SOAP, in the order of the documents. */
export function soapBindings(definitions: Definitions): readonly SoapBinding[] {
  return definitions.all('binding').flatMap((source) => soapBinding(source, definitions) ?? [])
}

/** @returns undefined for a binding to something else than SOAP, such as HTTP GET (WSDL 1.1 §4) */
function soapBinding(source: WsdlSource, definitions: Definitions): SoapBinding | undefined {
  const extension = extensionOf(source.node, 'binding')
  if (!extension) return undefined
  const portType = definitions.referredTo('portType', source, 'type')
  const abstracts = new Map(
    portType
      ? partsOf(portType.node, 'operation').map((node) => [nameOf(node), node] as const)
      : [],
  )
  // WSDL 1.1 §3.3: style is document if it is left out.
  const style = valueIn(extension, 'style') ?? 'document'
  const operations = partsOf(source.node, 'operation').map((node) => {
    const found = abstracts.get(nameOf(node))
    const abstract = found && portType && { document: portType.document, node: found }
    return boundOperation(
      { document: source.document, node },
      { portType, abstract, style },
      definitions,
    )
  })
  return {
    source,
    soap: extension.namespace === SOAP_BINDING ? '1.1' : '1.2',
    transport: valueIn(extension, 'transport') ?? '',
    portType,
    operations,
  }
}

/** What a binding gives its operations. */
interface OfBinding {
  readonly portType: WsdlSource | undefined
  readonly abstract: WsdlSource | undefined
  readonly style: string
}

function boundOperation(
  source: WsdlSource,
  { portType, abstract, style: styleOfBinding }: OfBinding,
  definitions: Definitions,
): BoundOperation {
  const { document, node } = source
  const extension = extensionOf(node, 'operation')
  // WSDL 1.1 §3.4: the style of the operation, or else that of the binding.
  const style = (extension && valueIn(extension, 'style')) ?? styleOfBinding
  const message = (local: 'input' | 'output') => {
    const [declared] = abstract ? partsOf(abstract.node, local) : []
    if (!abstract || !declared) return undefined
    const [bound] = partsOf(node, local)
    return boundMessage(
      { document: abstract.document, node: declared },
      bound && { document, node: bound },
      definitions,
    )
  }
  const boundFaults = new Map(partsOf(node, 'fault').map((fault) => [nameOf(fault), fault]))
  const faults = abstract
    ? partsOf(abstract.node, 'fault').map((declared) => {
        const bound = boundFaults.get(nameOf(declared))
        return boundFault(
          { document: abstract.document, node: declared },
          bound && { document, node: bound },
          definitions,
        )
      })
    : []
  return {
    source,
    name: nameOf(node),
    style: style === 'rpc' ? 'rpc' : 'document',
    soapAction: (extension && valueIn(extension, 'soapAction')) ?? '',
    portType,
    abstract,
    input: message('input'),
    output: message('output'),
    faults,
  }
}
