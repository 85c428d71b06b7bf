/** Makes the operations of a contract, each done by its handler: what a plugin without contract writes itself. */
import { Slices } from '../../base/slices.js'
import type { Values } from '../../schema/values/value.js'
import { type ClarkName, parseClarkName } from '../../xml/tree.js'
import type { Contract, ContractMessage, ContractOperation } from '../contract.js'
import { type HeaderHandler, ULTIMATE_RECEIVER } from '../header-handler.js'
import type { Operation } from '../operation.js'
import { TypedSchema } from '../typed-schema.js'
import { Seen } from './exchange.js'
import { refuseUnlike } from './unlike.js'
import type { UntypedContractPlugin, UntypedHandler } from './untyped.js'

/** What a contract-first plugin is for the node. */
export interface MadeOfContract {
  readonly operations: readonly Operation[]
  readonly headers: readonly HeaderHandler[]
}

/** @throws TypeError for handlers that are not those of the contract, and for operations that no message distinguish */
export function operationsOf(contract: Contract, plugin: UntypedContractPlugin): MadeOfContract {
  refuseUnlike(contract, plugin)
  const schema = new TypedSchema(contract.schema, plugin.values)
  const slices = new Slices()
  return {
    operations: contract.operations.flatMap((operation) => {
      const handler = plugin.handlers[operation.name]
      return handler ? [operationOf(operation, handler, { contract, plugin, schema, slices })] : []
    }),
    headers: headersOf(contract, plugin),
  }
}

interface Around {
  readonly contract: Contract
  readonly plugin: UntypedContractPlugin
  readonly schema: TypedSchema
  readonly slices: Slices
}

function operationOf(
  operation: ContractOperation,
  handler: UntypedHandler,
  { contract, plugin, schema, slices }: Around,
): Operation {
  const { exchange, style, use, request, response, faults, documentation } = operation
  const seen = new Seen(operation, schema)
  return {
    documentation,
    ...plugin.options?.[operation.name],
    name: nameOf(operation, contract),
    entry: request.entry ?? null,
    response: response?.entry ?? null,
    exchange,
    style,
    use,
    action: acceptedActions(operation),
    replyAction: response?.action,
    schema: plugin.contract,
    values: plugin.values,
    faults: [...new Set(faults.map(({ element }) => element))],
    requestHeaders: elementsOf(request),
    responseHeaders: response ? elementsOf(response) : [],
    invoke: (parameters, exchange) => {
      const run = (headers: Values) => handler(parameters, seen.by(exchange, headers))
      const read = slices.run(seen.reading(exchange), exchange.signal)
      return read instanceof Promise ? read.then(run) : run(read)
    },
  }
}

/** That of its entry, if it is called as the operation is and is no other's; else that of the operation. */
function nameOf(
  { name, request: { entry } }: ContractOperation,
  { namespace, operations }: Contract,
): ClarkName {
  const alone = operations.filter(({ request }) => request.entry === entry).length === 1
  const same = entry !== undefined && parseClarkName(entry).local === name
  return alone && same ? entry : `{${namespace}}${name}`
}

function elementsOf({ headers }: ContractMessage): readonly ClarkName[] {
  return [...new Set(headers.map(({ element }) => element))]
}

/** A header block that the contract declares is understood: its operation is told what it holds. */
function headersOf(contract: Contract, plugin: UntypedContractPlugin): readonly HeaderHandler[] {
  const handlers = plugin.headers ?? []
  const declared = new Set(contract.operations.flatMap(({ request }) => elementsOf(request)))
  for (const { name } of handlers) declared.delete(name)
  const made = [...declared].map((name) => ({
    name,
    schema: plugin.contract,
    actor: ULTIMATE_RECEIVER,
    passive: true,
    process: () => undefined,
  }))
  return [...handlers, ...made]
}

/**
 * All that its contract says: which one a client sends depends on what it reads first, on the port that it uses, and on
 * whether it writes addressing blocks.
 */
function acceptedActions({
  soapAction,
  actions = { explicit: [soapAction], implied: [] },
}: Pick<ContractOperation, 'soapAction' | 'actions'>): readonly string[] {
  return [...new Set([...actions.explicit, ...actions.implied])]
}
