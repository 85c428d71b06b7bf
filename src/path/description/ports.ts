/** The ports of a plugin, as the transports of the node describe them. */
import type { OfferedPort } from '../../contract/wsdl/source/ports.js'
import type { VersionName } from '../../soap/version.js'
import type { DescribedPort } from '../../transport.js'
import type { Transports } from '../plugins/transports.js'

const VERSIONS: readonly VersionName[] = ['1.1', '1.2']

/** Who is asked for what. */
export interface PortRequest {
  /** Name of the transport that is asked, and where the node is reached over it. */
  readonly transport: string
  readonly base: string
  /** True for the ports of every transport. */
  readonly all: boolean
  /** Version of SOAP of the ports. Default: both. */
  readonly soap?: VersionName | undefined
  /** Number of one of several documents of a contract. Default: the first. */
  readonly document?: number | undefined
  /** True for who may only call operations that a plugin marks `public`. */
  readonly publicOnly: boolean
}

/** A port, and what policies ask about it. */
export interface DescribedPolicyPort extends OfferedPort {
  /** Name of its transport. */
  readonly over: string
  readonly secure: boolean
}

/** Two for each transport: one for each version of SOAP. */
export function portsOf(
  transports: Transports,
  plugin: string,
  { transport, base, all, soap }: Pick<PortRequest, 'all' | 'soap'> & Partial<PortRequest>,
): readonly DescribedPolicyPort[] {
  return transports.used.flatMap(({ module, settings }) => {
    const requested = module.name === transport
    const port =
      requested || all ? module.port?.(settings, plugin, requested ? base : undefined) : undefined
    if (!port) return []
    const versions = soap ? [soap] : VERSIONS
    return versions.map((version) => describedPolicyPort(port, version, module.name))
  })
}

function describedPolicyPort(
  port: DescribedPort,
  soap: VersionName,
  over: string,
): DescribedPolicyPort {
  const { name, binding, address, aliases = [], secure = false } = port
  return {
    name: `${name}${soap.replace('.', '')}`,
    soap,
    transport: binding,
    aliases,
    address,
    over,
    secure,
  }
}
