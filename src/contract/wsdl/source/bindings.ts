/** What is changed in the bindings of a contract: the policies of the node are referred to, and versions of SOAP that nobody asks for are left out. */
import type { BoundOperation, SoapBinding } from '../../../schema/definitions/bindings.js'
import { nameOf, partsOf, type WsdlDocument } from '../../../schema/definitions/definitions.js'
import { WSDL_NAMESPACE } from '../../../schema/definitions/vocabulary.js'
import { type Cut, putInside } from '../../../xml/splice.js'
import type { XmlElement } from '../../../xml/tree.js'
import { escapeText } from '../../../xml/write.js'
import type { Contract, ContractPort, ContractSource } from '../../contract.js'
import { type Lines, tag } from '../markup.js'
import type { Policies } from '../policy/policy-references.js'
import { leaveOut, putFirst } from './cuts.js'
import type { ServedPorts } from './services.js'

/** What the node asks for at its ports. */
export interface RequestedBindings {
  readonly contract: Contract
  readonly policies: Policies
}

/** @param soap  the one version that is asked for; undefined for both */
export function versionCuts(
  document: WsdlDocument,
  { bindings }: ContractSource,
  soap: ContractPort['soap'] | undefined,
): readonly Cut[] {
  return bindings
    .filter((one) => one.source.document === document && (soap ?? one.soap) !== one.soap)
    .map(({ source }) => leaveOut(document, source.node))
}

/** For the bindings of the contract that are served as they are. */
export function policyCuts(
  document: WsdlDocument,
  { ports }: ServedPorts,
  requested: RequestedBindings,
): readonly Cut[] {
  const standing = ports.filter(({ has }) => has !== 'port type')
  return [...new Map(standing.map(({ of, port }) => [of.binding, port]))]
    .filter(([{ source }]) => source.document === document)
    .flatMap(([binding, port]) => policiesOf(binding, nameOf(binding.source.node), port, requested))
}

/** @param name  of the binding, from which the ids of its policies follow */
export function policiesOf(
  { source, operations }: SoapBinding,
  name: string,
  port: ContractPort,
  { contract, policies }: RequestedBindings,
): readonly Cut[] {
  const put = (node: XmlElement, lines: Lines) =>
    lines.length === 0 ? [] : [putFirst(source.document, node, `\n${lines.join('\n')}`)]
  const ofOperation = ({ name: called, source: { node } }: BoundOperation) => {
    const operation = contract.operations.find((one) => one.name === called)
    if (!operation) return []
    const [input] = partsOf(node, 'input')
    const [output] = partsOf(node, 'output')
    const message = (direction: 'request' | 'response', at: XmlElement | undefined) =>
      at ? put(at, policies.ofMessage(contract, port, operation, direction)) : []
    return [
      ...put(node, policies.ofOperation(contract, port, operation, name)),
      ...message('request', input),
      ...message('response', output),
    ]
  }
  // WSDL 1.1 §2.1.2: there is at most one.
  const [documentation] = partsOf(source.node, 'documentation')
  const spoken = policies.spokenAt(contract, port)
  return [
    ...(documentation && spoken !== undefined
      ? [putInside(documentation, source.document.text, ` ${escapeText(spoken)}`)]
      : []),
    ...put(source.node, [
      ...(documentation ? [] : documented(spoken)),
      ...policies.ofBinding(contract, port, name),
    ]),
    ...operations.flatMap(ofOperation),
  ]
}

/** The document may have any prefix for WSDL, or none. */
function documented(spoken: string | undefined): Lines {
  if (spoken === undefined) return []
  return tag('wsdl:documentation', { 'xmlns:wsdl': WSDL_NAMESPACE }, [escapeText(spoken)])
}
