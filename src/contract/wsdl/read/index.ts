/** Reads contracts from a WSDL 1.1 document, with all that it imports. */
import { WaybillError } from '../../../errors.js'
import { type ReadSet, readSet } from '../../../schema/documents.js'
import { InvalidSchema } from '../../../schema/invalid-schema.js'
import { resolveSchema } from '../../../schema/resolve/index.js'
import { CompiledSchema } from '../../../schema/validate/index.js'
import { DeclaredNames } from '../../../schema/wsdl/declared-names.js'
import { nameOf } from '../../../wsdl/definitions.js'
import { documentationOf } from '../../../wsdl/documentation.js'
import type { Contract, ContractOperation, ContractPort } from '../../contract.js'
import { Operations } from './operations.js'
import { type Served, servicesOf } from './services.js'

/**
 * Nothing is fetched: what the document imports is looked for among the files beside it.
 *
 * @param file  absolute path of a WSDL 1.1 document
 * @returns one for each service that has SOAP ports, in their order
 * @throws WaybillError WAYBILL_CONTRACT_INVALID with file and line
 */
export function readContracts(file: string): readonly Contract[] {
  const set = attempt(file, () => readSet([file]))
  if (set.definitions.documents.length === 0) {
    throw new WaybillError(
      'WAYBILL_CONTRACT_INVALID',
      `${file}: it is a schema, and no WSDL document`,
    )
  }
  const schema = attempt(file, () => compiled(set))
  const operations = new Operations(schema, new DeclaredNames(schema.components.documents))
  const contracts = servicesOf(set.definitions).map((served) =>
    contractOf(served, schema, operations),
  )
  if (contracts.length === 0) {
    throw new WaybillError('WAYBILL_CONTRACT_INVALID', `${file}: nothing in it is bound to SOAP`)
  }
  return contracts
}

function compiled({ documents }: ReadSet): CompiledSchema {
  return new CompiledSchema(resolveSchema(documents))
}

function contractOf(
  { source, bindings }: Served,
  schema: CompiledSchema,
  operations: Operations,
): Contract {
  const byName = new Map<string, ContractOperation>()
  const ports: ContractPort[] = []
  for (const { binding, port } of bindings) {
    if (port) ports.push(port)
    for (const bound of binding.operations) {
      if (!byName.has(bound.name)) byName.set(bound.name, operations.of(bound))
    }
  }
  return {
    name: nameOf(source.node),
    namespace: source.document.namespace,
    documentation: documentationOf(source.node) ?? documentationOf(source.document.root),
    schema,
    operations: [...byName.values()],
    ports,
  }
}

/** A schema that is wrong makes its contract wrong. */
function attempt<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error
    const { place, message } = error
    throw new WaybillError('WAYBILL_CONTRACT_INVALID', `${place || file}: ${message}`, {
      cause: error,
    })
  }
}
