/** The pages of a node for people: one for each plugin, and one that leads to them. */
import type { Contract } from '../../contract/contract.js'
import { indexPage, type Service, writingServicePage } from '../../contract/page/index.js'
import type { Walk } from '../../xml/walk.js'
import type { Transports } from '../plugins/transports.js'
import type { ContractsByPlugin } from './contracts-by-plugin.js'
import { type PortRequest, portsOf } from './ports.js'

/**
 * @param plugin  undefined for the page that leads to all
 * @returns undefined if there is none that who asks may know
 */
export function writingPage(
  plugin: string | undefined,
  contracts: ContractsByPlugin,
  request: PortRequest,
  transports: Transports,
): Walk<string> | undefined {
  if (contracts.size === 0) return undefined
  if (plugin === undefined) return writingIndex(contracts, request, transports)
  const contract = contracts.get(plugin)
  return contract && writingService(plugin, contract, request, transports)
}

function* writingIndex(
  contracts: ContractsByPlugin,
  request: PortRequest,
  transports: Transports,
): Walk<string> {
  const { base } = request
  const services = [...contracts].map(([plugin, contract]): Service => {
    return { contract, name: plugin, address: pathOf(`${base}/${plugin}`) }
  })
  const further = [...contracts.keys()].flatMap((plugin) => furtherOf(plugin, request, transports))
  return indexPage(services, { address: base, further })
}

function writingService(
  plugin: string,
  contract: Contract,
  request: PortRequest,
  transports: Transports,
): Walk<string> {
  const address = `${request.base}/${plugin}`
  const further = furtherOf(plugin, request, transports)
  return writingServicePage(contract, { address, further, index: pathOf(request.base) })
}

/** Its addresses over other transports. */
function furtherOf(
  plugin: string,
  request: PortRequest,
  transports: Transports,
): readonly string[] {
  const own = `${request.base}/${plugin}`
  const addresses = portsOf(transports, plugin, { ...request, all: true }).map(
    (port) => port.address,
  )
  return [...new Set(addresses)].filter((address) => address !== own)
}

/** Links within the node lead on by the name that it was reached by. */
function pathOf(url: string): string {
  return new URL(url).pathname
}
