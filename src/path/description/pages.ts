/** The pages of a node for people: one for each plugin, and one that leads to them. */
import type { Contract } from '../../contract/contract.js'
import { indexPage, type Service, writingServicePage } from '../../contract/page/index.js'
import type { Walk } from '../../xml/walk.js'
import type { Transports } from '../plugins/transports.js'
import { type Asked, portsOf } from './ports.js'
import type { Told } from './told-contracts.js'

/**
 * @param plugin  undefined for the page that leads to all
 * @returns undefined if there is none that who asks may know
 */
export function writingPage(
  plugin: string | undefined,
  told: Told,
  asked: Asked,
  transports: Transports,
): Walk<string> | undefined {
  if (told.size === 0) return undefined
  if (plugin === undefined) return writingIndex(told, asked, transports)
  const contract = told.get(plugin)
  return contract && writingService(plugin, contract, asked, transports)
}

function* writingIndex(told: Told, asked: Asked, transports: Transports): Walk<string> {
  const { base } = asked
  const services = [...told].map(([plugin, contract]): Service => {
    return { contract, name: plugin, address: pathOf(`${base}/${plugin}`) }
  })
  const further = [...told.keys()].flatMap((plugin) => furtherOf(plugin, asked, transports))
  return indexPage(services, { address: base, further })
}

function writingService(
  plugin: string,
  contract: Contract,
  asked: Asked,
  transports: Transports,
): Walk<string> {
  const address = `${asked.base}/${plugin}`
  const further = furtherOf(plugin, asked, transports)
  return writingServicePage(contract, { address, further, index: pathOf(asked.base) })
}

/** Its addresses over other transports. */
function furtherOf(plugin: string, asked: Asked, transports: Transports): readonly string[] {
  const own = `${asked.base}/${plugin}`
  const addresses = portsOf(transports, plugin, { ...asked, all: true }).map((port) => port.address)
  return [...new Set(addresses)].filter((address) => address !== own)
}

/** Links within the node lead on by the name that it was reached by. */
function pathOf(url: string): string {
  return new URL(url).pathname
}
