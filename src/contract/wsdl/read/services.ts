/** Finds the services of WSDL documents, and what their ports are bound to. */
import type { SoapBinding } from '../../../schema/definitions/bindings.js'
import {
  type Definitions,
  nameOf,
  partsOf,
  valueIn,
  type WsdlSource,
} from '../../../schema/definitions/definitions.js'
import { addressOf } from '../../../schema/definitions/extensions.js'
import type { ReadSet } from '../../../schema/documents.js'
import type { BoundPort, ContractPort } from '../../contract.js'
import type { LeftOut } from './left-out.js'
import { refuseMissing } from './refusal.js'

/** A service, or a binding that no service has. */
export interface Served {
  readonly source: WsdlSource
  readonly bindings: readonly BoundPort[]
}

/** @param leftOut  notified of each port that has no binding */
export function servicesOf(
  { definitions, bindings }: ReadSet,
  leftOut: LeftOut,
): readonly Served[] {
  const existing = new Map(bindings.map((binding) => [binding.source, binding]))
  const services = definitions.all('service')
  if (services.length === 0) {
    // What no service has can be described and called anyway, at an address that is told otherwise.
    return bindings.map((binding) => ({
      source: binding.source,
      bindings: [{ binding, port: undefined }],
    }))
  }
  return services
    .map((source) => ({
      source,
      bindings: portsOf(source, { definitions, bindings: existing, leftOut }),
    }))
    .filter(({ bindings }) => bindings.length > 0)
}

interface Around {
  readonly definitions: Definitions
  readonly bindings: ReadonlyMap<WsdlSource, SoapBinding>
  readonly leftOut: LeftOut
}

function portsOf(
  { document, node }: WsdlSource,
  { definitions, bindings, leftOut }: Around,
): Served['bindings'] {
  return partsOf(node, 'port').flatMap((port) => {
    const at = { document, node: port }
    const source = leftOut.unless(
      `the port ${nameOf(port)}`,
      () => definitions.referredTo('binding', at, 'binding') ?? refuseMissing(at, 'binding'),
    )
    const binding = source && bindings.get(source)
    // WSDL 1.1 §4: bindings to HTTP GET and POST, and those of others, are not for SOAP.
    return binding ? [{ binding, port: at }] : []
  })
}

/** What the `port` of a service says. */
export function portOf({ node }: WsdlSource, { soap, transport }: SoapBinding): ContractPort {
  const address = addressOf(node)
  return {
    name: nameOf(node),
    soap,
    transport,
    address: (address && valueIn(address, 'location')) ?? '',
  }
}
