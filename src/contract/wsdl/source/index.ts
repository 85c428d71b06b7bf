/** Serves the WSDL documents that a contract was read from as they were written: only addresses are the node's. */
import type { BoundOperation } from '../../../schema/definitions/bindings.js'
import type { BoundHeader } from '../../../schema/definitions/bound-message.js'
import { partsOf, type WsdlDocument } from '../../../schema/definitions/definitions.js'
import { WSU_NAMESPACE } from '../../../schema/definitions/vocabulary.js'
import { DECLARATION, sayUtf8 } from '../../../xml/declaration.js'
import { type Cut, splice } from '../../../xml/splice.js'
import { attributeOf, childElements, XML_NAMESPACE, type XmlElement } from '../../../xml/tree.js'
import type { Contract, ContractSource } from '../../contract.js'
import { Policies, type PolicyOptions } from '../policy/policy-references.js'
import { type Location, Schemas } from '../schemas.js'
import { additionsTo } from './additions.js'
import { policyCuts, versionCuts } from './bindings.js'
import { copyCuts } from './copies.js'
import { leaveOut, outerCuts, putFirst } from './cuts.js'
import { type DocumentAt, importCuts, typesCuts } from './imports.js'
import type { ServedPort } from './ports.js'
import { securityCuts } from './security.js'
import { serviceCuts } from './services.js'

export interface SourceOptions extends Pick<PolicyOptions, 'needs'> {
  /** At least one. */
  readonly ports: readonly ServedPort[]
  /** The one version of SOAP that is described. Default: both. */
  readonly soap?: '1.1' | '1.2' | undefined
  readonly documentAt: DocumentAt
  /** Where schemas are found that cannot stand in it. */
  readonly location: Location
}

/**
 * @param number  of the document, from 1 on: the first is the one that the contract was given as
 * @returns undefined if there is none of that number
 */
export function writeSource(
  contract: Contract,
  source: ContractSource,
  number: number,
  options: SourceOptions,
): string | undefined {
  const { definitions } = source
  const document = definitions.documents[number - 1]
  if (!document) return undefined
  const { ports, needs, soap, documentAt, location } = options
  const additions = additionsTo(source, ports)
  const policies = new Policies({ needs, taken: idsIn(document.root), declaring: true })
  const requested = { contract, policies }
  const kept = keptFor(contract, source)
  const inside = [
    ...securityCuts(document, definitions),
    ...(kept ? operationCuts(document, kept) : []),
  ]
  const cuts = [
    ...sayUtf8(document.text),
    ...inside,
    ...importCuts(document, definitions, documentAt),
    ...typesCuts(document, definitions, new Schemas([contract]).types(location)),
    ...versionCuts(document, source, soap),
    ...policyCuts(document, { ports, additions }, requested),
    ...copyCuts(document, additions, inside, requested),
    ...serviceCuts(document, contract, source, { ports, additions }),
  ]
  const written = [...cuts, ...policiesAt(document, policies)]
  const text = splice(document.text, outerCuts(written))
  return text.startsWith('<?xml') ? text : `${DECLARATION}\n${text}`
}

/** Behind what the document tells people, and before what refers to them. */
function policiesAt(document: WsdlDocument, { lines }: Policies): readonly Cut[] {
  return lines.length === 0 ? [] : [putFirst(document, document.root, `\n${lines.join('\n')}`)]
}

/** By which a policy of the document may be referred to. */
function idsIn(root: XmlElement): ReadonlySet<string> {
  const ids = new Set<string>()
  const open = [root]
  for (let next = open.pop(); next; next = open.pop()) {
    const id = attributeOf(next, WSU_NAMESPACE, 'Id') ?? attributeOf(next, XML_NAMESPACE, 'id')
    if (id !== undefined) ids.add(id)
    open.push(...childElements(next))
  }
  return ids
}

/** The definitions that are kept. */
type Kept = ReadonlySet<XmlElement>

/**
 * What the operations of a contract are made of.
 *
 * @returns undefined if they are all of its source, so that nothing is left out
 */
function keptFor({ operations }: Contract, { bound }: ContractSource): Kept | undefined {
  const names = new Set(operations.map(({ name }) => name))
  const all = bound.flatMap(({ binding }) => binding.operations)
  if (all.every(({ name }) => names.has(name))) return undefined
  const kept = all.filter(({ name }) => names.has(name)).flatMap(madeOf)
  const around = bound.flatMap(({ binding }) => [binding.source, binding.portType])
  return new Set([...kept, ...around].flatMap((source) => source?.node ?? []))
}

function madeOf({ source, abstract, input, output, faults }: BoundOperation) {
  const messages = [input, output].flatMap((one) => (one ? [one.message, ...headersOf(one)] : []))
  return [source, abstract, ...messages, ...faults.map(({ message }) => message)]
}

function headersOf({ headers }: { readonly headers: readonly BoundHeader[] }) {
  return headers.flatMap(({ message, faults }) => [message, ...faults.map((one) => one.message)])
}

/** Definitions that a name could describe. */
const REPORTING: readonly string[] = ['message', 'portType', 'binding']

function operationCuts(document: WsdlDocument, kept: Kept): readonly Cut[] {
  const definitions = partsOf(document.root).filter(({ local }) => REPORTING.includes(local))
  const operations = definitions.flatMap((node) => partsOf(node, 'operation'))
  return [...definitions, ...operations]
    .filter((node) => !kept.has(node))
    .map((node) => leaveOut(document, node))
}
