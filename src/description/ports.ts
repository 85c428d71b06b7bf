/** The ports of a plugin, as the transports of the node tell of them. */
import type { ContractPort } from '../contract/contract.js'
import type { Transports } from '../plugins/transports.js'
import type { VersionName } from '../soap/version.js'
import type { DescribedPort } from '../transport.js'

const VERSIONS: readonly VersionName[] = ['1.1', '1.2']

/** Who is asked for what. */
export interface Asked {
  /** Name of the transport that is asked, and where the node is reached over it. */
  readonly transport: string
  readonly base: string
  /** True for the ports of every transport. */
  readonly all: boolean
  /** True for who may only call operations that a plugin marks `public`. */
  readonly publicOnly: boolean
}

/** Two for each transport: one for each version of SOAP. */
export function portsOf(
  transports: Transports,
  plugin: string,
  { transport, base, all }: Pick<Asked, 'transport' | 'base' | 'all'>,
): readonly ContractPort[] {
  return transports.used
    .map(({ module, place }) => {
      if (module.name === transport) return module.port?.(place, plugin, base)
      return all ? module.port?.(place, plugin) : undefined
    })
    .flatMap((port) => (port ? VERSIONS.map((soap) => contractPort(port, soap)) : []))
}

function contractPort({ name, binding, address }: DescribedPort, soap: VersionName): ContractPort {
  return { name: `${name}${soap.replace('.', '')}`, soap, transport: binding, address }
}
