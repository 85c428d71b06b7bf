/** Which port of a contract is called: the address, and the SOAP version of what is sent there. */
import type { Contract, ContractPort } from '../../contract/contract.js'
import type { VersionName } from '../../soap/version.js'

export interface Called {
  readonly to: URL
  readonly soap: VersionName
  /** True if the port requires WS-Addressing blocks. */
  readonly requiresAddressing: boolean
}

/**
 * @param to    in place of the port's address
 * @param soap  undefined for 1.1, or for what the contract has
 * @throws TypeError if there is no port of that version and no address is given
 */
export function portOf(
  { name, ports }: Pick<Contract, 'name' | 'ports'>,
  to: URL | string | undefined,
  soap: VersionName | undefined,
): Called {
  const wanted = ports.find((one) => one.soap === (soap ?? '1.1') && addressOf(one) !== undefined)
  const port = wanted ?? (soap === undefined ? ports.find(addressOf) : undefined)
  const version = soap ?? port?.soap ?? '1.1'
  const address = to === undefined ? port && addressOf(port) : new URL(to)
  const { requiresAddressing = false } = port ?? ports.find((one) => one.soap === version) ?? {}
  if (address) return { to: address, soap: version, requiresAddressing }
  const all = ports.map(({ soap, address }) => `SOAP ${soap} at ${address || 'no address'}`)
  throw new TypeError(
    `the service ${name} has no port of SOAP ${version}: give it an address with to; its ports are ${all.join(', ') || 'none'}`,
  )
}

function addressOf({ address }: ContractPort): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined
}
