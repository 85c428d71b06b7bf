/** The WSDL documents of a plugin that is given as a contract, as who asks gets them. */
import type { Contract, ContractSource } from '../../contract/contract.js'
import { differenceOf } from '../../contract/wsdl/source/difference.js'
import { writeSource } from '../../contract/wsdl/source/index.js'
import { type ServedPort, servedPorts } from '../../contract/wsdl/source/ports.js'
import type { Policies } from '../../security/policies.js'
import type { Transports } from '../plugins/transports.js'
import { needsOf } from './needs.js'
import { type DescribedPolicyPort, type PortRequest, portsOf } from './ports.js'

/** What they follow from, beside the contract. */
export interface Around {
  readonly transports: Transports
  readonly policies: Policies
  /** True for a port for each version of SOAP, whatever the contract has. */
  readonly bothVersions: boolean
}

/** A plugin that is given as a contract. */
export interface WrittenContract {
  readonly plugin: string
  readonly contract: Contract
  readonly source: ContractSource
}

/** @returns none where the contract has no port of the version of SOAP that is asked for */
export function portsFor(
  { plugin, source }: WrittenContract,
  { transports, bothVersions }: Around,
  request: Pick<PortRequest, 'all' | 'soap'> & Partial<PortRequest>,
): readonly ServedPort<DescribedPolicyPort>[] {
  const { all, soap, transport } = request
  const offered = portsOf(transports, plugin, { ...request, all: true, soap: undefined })
  return servedPorts(source, {
    offered,
    wanted: offered.filter(({ over }) => all || over === transport),
    transports: all,
    versions: bothVersions,
    soap,
  })
}

/** @returns undefined if it has none of that number, and none with such ports */
export function contractWsdl(
  written: WrittenContract,
  request: PortRequest,
  around: Around,
): string | undefined {
  const { plugin, contract, source } = written
  const ports = portsFor(written, around, request)
  if (ports.length === 0) return undefined
  const { base, soap, document = 1 } = request
  return writeSource(contract, source, document, {
    ports,
    soap,
    needs: needsAt(written, ports, around),
    documentAt: (number) => documentAddress(plugin, { ...request, document: number }),
    location: (number) => `${base}/${plugin}?xsd=${number}`,
  })
}

/** Where a document of a plugin is. */
export function documentAddress(
  plugin: string,
  { base, all, soap, document = 1 }: Pick<PortRequest, 'base' | 'all' | 'soap' | 'document'>,
): string {
  const query = all ? 'wsdl=all' : soap === undefined ? 'wsdl' : `wsdl=${soap}`
  return `${base}/${plugin}?${query}${document === 1 ? '' : `&document=${document}`}`
}

/** @returns what an operator should know of the policies of a contract; undefined for nothing */
export function warningOf(written: WrittenContract, around: Around): string | undefined {
  const ports = portsFor(written, around, { all: true, soap: undefined }).filter(
    ({ has }) => has === 'port',
  )
  const difference = differenceOf(
    written.contract,
    written.source,
    ports,
    needsAt(written, ports, around),
  )
  if (!difference) return undefined
  const { contract, node } = difference
  const left = `asks for ${contract.join(', ')}, and security.policies do not`
  const put = `security.policies ask for ${node.join(', ')}, and it does not`
  const both = [...(contract.length > 0 ? [left] : []), ...(node.length > 0 ? [put] : [])]
  return `the contract of the plugin ${written.plugin} ${both.join('; ')}: its WSDL says what security.policies ask for`
}

function needsAt(
  { plugin }: WrittenContract,
  ports: readonly ServedPort<DescribedPolicyPort>[],
  { policies }: Around,
): Parameters<typeof differenceOf>[3] {
  return (_contract, port, { request }) => {
    const existing = ports.find((one) => one.port === port)
    return existing && needsOf(policies, plugin, existing.port, request.entry)
  }
}
