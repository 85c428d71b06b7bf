/** The names of ports and bindings that a contract has not, and is served with: none that it has. */
import { nameOf, partsOf } from '../../../schema/definitions/definitions.js'
import type { ContractSource } from '../../contract.js'
import type { ServedPort } from './ports.js'

/** A port that is put into a service. */
export interface Addition {
  readonly served: ServedPort
  readonly port: string
  /** Of the contract, or of the copy of its binding that is put in. */
  readonly binding: string
}

export function additionsTo(
  { definitions }: ContractSource,
  served: readonly ServedPort[],
): readonly Addition[] {
  const ports = definitions.all('service').flatMap(({ node }) => partsOf(node, 'port'))
  const taken = {
    ports: new Set(ports.map(nameOf)),
    bindings: new Set(definitions.all('binding').map(({ node }) => nameOf(node))),
  }
  return served.flatMap((one): readonly Addition[] => {
    const { of, port, has } = one
    if (has === 'port') return []
    const binding = nameOf(of.binding.source.node)
    return [
      {
        served: one,
        port: free(`${of.port ? nameOf(of.port.node) : ''}${port.name}`, taken.ports),
        binding: has === 'binding' ? binding : free(`${binding}${port.name}`, taken.bindings),
      },
    ]
  })
}

/** The name itself, or with the first number behind it that makes it a new one. */
function free(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`
  taken.add(name)
  return name
}
