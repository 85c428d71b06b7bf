/** What the contract of a destination declares of each operation, by its body entry. */
import { readContracts } from '../../contract/wsdl/read/index.js'
import type { ClarkName } from '../../xml/tree.js'
import type { DeclaredOperation } from '../parts/parts.js'

/** By the name of the body entry; undefined is an empty Body. */
export type Declared = ReadonlyMap<ClarkName | undefined, DeclaredOperation>

/**
 * Operations of one entry, as those that only their actions tell apart, are taken together.
 *
 * @param file     a WSDL 1.1 document
 * @param catalog  an XML catalog, for what it imports from elsewhere
 * @throws WaybillError WAYBILL_CONTRACT_INVALID
 */
export function readDeclared(file: string, catalog?: string | undefined): Declared {
  const declared = new Map<ClarkName | undefined, DeclaredOperation>()
  for (const { request, faults, exchange } of readContracts(file, catalog).flatMap(operationsOf)) {
    const other = declared.get(request.entry)
    const elements = faults.map(({ element }) => element)
    declared.set(request.entry, {
      faults: new Set([...(other?.faults ?? []), ...elements]),
      oneWay: exchange === 'one-way' && other?.oneWay !== false,
    })
  }
  return declared
}

const operationsOf = ({ operations }: ReturnType<typeof readContracts>[number]) => operations
