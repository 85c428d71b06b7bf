/** Makes contracts of the ports of a service: ports that take the same messages belong to one. */
import type { CompiledSchema } from '../../../schema/validate/index.js'
import type { SoapBinding } from '../../../wsdl/bindings.js'
import { nameOf } from '../../../wsdl/definitions.js'
import { documentationOf } from '../../../wsdl/documentation.js'
import type { Contract, ContractMessage, ContractOperation, ContractPort } from '../../contract.js'
import type { Operations } from './operations.js'
import type { Served } from './services.js'

interface Group {
  readonly name: string
  readonly operations: Map<string, ContractOperation>
  readonly ports: ContractPort[]
}

/**
 * A service may offer its operations at several ports, as for both versions of SOAP. Ports whose
 * operations have the same names and other messages make a contract of their own, named as the port.
 *
 * @returns at least one
 * @throws WaybillError WAYBILL_CONTRACT_INVALID
 */
export function contractsOf(
  { source, bindings }: Served,
  schema: CompiledSchema,
  operations: Operations,
): readonly Contract[] {
  const groups: Group[] = []
  const known = new Map<SoapBinding, Group>()
  for (const { binding, port } of bindings) {
    const before = known.get(binding)
    if (before && port) before.ports.push(port)
    if (before) continue
    const own = operations.ofBinding(binding)
    const group = groups.find((one) => own.every((operation) => fits(operation, one)))
    const name = groups.length === 0 || !port ? nameOf(source.node) : port.name
    const into: Group = group ?? { name, operations: new Map(), ports: [] }
    if (!group) groups.push(into)
    known.set(binding, into)
    for (const operation of own) {
      if (!into.operations.has(operation.name)) into.operations.set(operation.name, operation)
    }
    if (port) into.ports.push(port)
  }
  const { document, node } = source
  return groups.map(({ name, operations, ports }) => ({
    name,
    namespace: document.namespace,
    documentation: documentationOf(node) ?? documentationOf(document.root),
    schema,
    operations: [...operations.values()],
    ports,
  }))
}

function fits(operation: ContractOperation, { operations }: Group): boolean {
  const known = operations.get(operation.name)
  return !known || wireForm(known) === wireForm(operation)
}

/** What the messages of an operation look like. */
function wireForm({ style, use, request, response }: ContractOperation): string {
  return JSON.stringify([style, use, ...[request, response].map(messageForm)])
}

function messageForm(message: ContractMessage | undefined): unknown {
  return message && [message.entry, message.parts]
}
