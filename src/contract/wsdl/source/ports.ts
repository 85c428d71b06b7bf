/** Decides which ports a contract is served with: its own at the addresses of the node, and others where they are asked for. */
import type { SoapBinding } from '../../../schema/definitions/bindings.js'
import type { BoundPort, ContractPort, ContractSource } from '../../contract.js'

/** A port of the node. */
export interface OfferedPort extends ContractPort {
  /** Further URIs by which contracts name its transport. */
  readonly aliases: readonly string[]
}

export interface PortOptions<Port extends OfferedPort> {
  /** Of every transport, for both versions of SOAP. */
  readonly offered: readonly Port[]
  /** Those among them that are added where the contract has none. */
  readonly wanted: readonly Port[]
  /** True to add ports of other transports than those of the contract. */
  readonly transports: boolean
  /** True to add ports of a version of SOAP that the contract has not. */
  readonly versions: boolean
  /** Those of one version only. Default: of both. */
  readonly soap?: '1.1' | '1.2' | undefined
}

export interface ServedPort<Port extends OfferedPort = OfferedPort> {
  readonly of: BoundPort
  readonly port: Port
  /** What the contract has for it: a port, a binding that no service has, or another binding of the port type. */
  readonly has: 'port' | 'binding' | 'port type'
}

/** Ports of bindings that this node does not speak are left out: they lead to another one. */
export function servedPorts<Port extends OfferedPort>(
  { bound }: ContractSource,
  options: PortOptions<Port>,
): readonly ServedPort<Port>[] {
  const { offered, wanted, soap } = options
  const own = bound.flatMap((of): readonly ServedPort<Port>[] => {
    const port = of.port && [...wanted, ...offered].find((one) => speaks(one, of.binding))
    return port ? [{ of, port, has: 'port' }] : []
  })
  const served = [...own, ...added(bound, own, options)]
  return soap === undefined ? served : served.filter(({ port }) => port.soap === soap)
}

/** A contract without a port of this node gets one: it could not be called otherwise. */
function added<Port extends OfferedPort>(
  bound: readonly BoundPort[],
  own: readonly ServedPort<Port>[],
  { wanted, transports, versions }: PortOptions<Port>,
): readonly ServedPort<Port>[] {
  const more: ServedPort<Port>[] = []
  if (!transports && !versions && own.length > 0) return more
  for (const of of bound) {
    const sameType = ({ binding }: BoundPort) =>
      binding.portType?.node === of.binding.portType?.node
    for (const port of wanted) {
      if (!versions && port.soap !== of.binding.soap) continue
      if ([...own, ...more].some((one) => one.port === port && sameType(one.of))) continue
      const existing = bound.find((one) => sameType(one) && speaks(port, one.binding))
      more.push(existing ? { of: existing, port, has: 'binding' } : { of, port, has: 'port type' })
    }
  }
  return more
}

/** A binding that names no transport is for any. */
function speaks(port: OfferedPort, { soap, transport }: SoapBinding): boolean {
  const named = [port.transport, ...port.aliases, ''].includes(transport)
  return port.soap === soap && named
}
