/** Makes contracts of the ports of a service: ports that take the same messages belong to one. */
import type { SoapBinding } from '../../../schema/definitions/bindings.js'
import { nameOf } from '../../../schema/definitions/definitions.js'
import { documentationOf } from '../../../schema/definitions/documentation.js'
import type { ReadSet } from '../../../schema/documents.js'
import type { CompiledSchema } from '../../../schema/validate/index.js'
import type { BoundPort, Contract, ContractMessage, ContractOperation } from '../../contract.js'
import { allActions } from './actions.js'
import { requiresAddressing } from './addressing.js'
import type { Operations } from './operations.js'
import { portOf, type Served } from './services.js'

interface Group {
  readonly name: string
  readonly operations: Map<string, ContractOperation>
  readonly bound: BoundPort[]
}

/**
 * A service may offer its operations at several ports, as for both versions of SOAP. Ports whose
 * operations have the same names and other messages make a contract of their own, named as the port.
 *
 * @returns at least one
 * @throws WaybillError WAYBILL_CONTRACT_INVALID
 */
export function contractsOf(
  { source, bindings: bound }: Served,
  schema: CompiledSchema,
  operations: Operations,
  { definitions, bindings }: ReadSet,
): readonly Contract[] {
  const groups: Group[] = []
  const existing = new Map<SoapBinding, Group>()
  for (const one of bound) {
    const { binding, port } = one
    const before = existing.get(binding)
    before?.bound.push(one)
    if (before) continue
    const own = operations.ofBinding(binding)
    const group = groups.find((other) => own.every((operation) => fits(operation, other)))
    const name = nameOf(groups.length === 0 || !port ? source.node : port.node)
    const into: Group = group ?? { name, operations: new Map(), bound: [] }
    if (!group) groups.push(into)
    existing.set(binding, into)
    for (const operation of own) {
      into.operations.set(operation.name, joined(into.operations.get(operation.name), operation))
    }
    into.bound.push(one)
  }
  const { document, node } = source
  return groups.map(({ name, operations, bound }) => ({
    name,
    namespace: document.namespace,
    documentation: documentationOf(node) ?? documentationOf(document.root),
    schema,
    operations: [...operations.values()],
    ports: bound.flatMap((one) => {
      if (!one.port) return []
      const requires = requiresAddressing(one, source, definitions)
      return [{ ...portOf(one.port, one.binding), ...(requires && { requiresAddressing: true }) }]
    }),
    source: {
      definitions,
      bindings,
      service: node.local === 'service' ? source : undefined,
      bound,
    },
  }))
}

function fits(operation: ContractOperation, { operations }: Group): boolean {
  const existing = operations.get(operation.name)
  return !existing || wireForm(existing) === wireForm(operation)
}

/** The operation of the first port, which is called as at any of them. */
function joined(
  operation: ContractOperation | undefined,
  other: ContractOperation,
): ContractOperation {
  if (!operation?.actions || !other.actions) return operation ?? other
  return { ...operation, actions: allActions(operation.actions, other.actions) }
}

/** What the messages of an operation look like. */
function wireForm({ style, use, request, response }: ContractOperation): string {
  return JSON.stringify([style, use, ...[request, response].map(messageForm)])
}

function messageForm(message: ContractMessage | undefined): unknown {
  return message && [message.entry, message.parts]
}
