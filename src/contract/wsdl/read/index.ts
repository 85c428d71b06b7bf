/** Reads contracts from a WSDL 1.1 document, with all that it imports. */
import { printable } from '../../../base/printable.js'
import { partsOf } from '../../../schema/definitions/definitions.js'
import type { ReadSet } from '../../../schema/documents.js'
import { FILES, type Library } from '../../../schema/read/library.js'
import { childElements, XSD_NAMESPACE } from '../../../xml/tree.js'
import type { Contract } from '../../contract.js'
import { contractsOf } from './group.js'
import { LeftOut } from './left-out.js'
import { filesWith } from './library.js'
import { Operations } from './operations.js'
import { attempt, invalid, refuse } from './refusal.js'
import { readContractSchemas } from './schemas.js'
import { servicesOf } from './services.js'

/** What was read of a WSDL document. */
export interface ReadContracts extends ReadSet {
  /** In the order of the services that have SOAP ports. */
  readonly contracts: readonly [Contract, ...Contract[]]
  /** Where a document is not as it should be, and how it was taken; each begins with its place. */
  readonly warnings: readonly string[]
}

/**
 * Nothing is fetched: what the document imports is looked for among the files beside it.
 *
 * @param file     absolute path of a WSDL 1.1 document
 * @param catalog  absolute path of an XML catalog, which is asked first
 * @returns at least one, in the order of the services that have SOAP ports
 * @throws WaybillError WAYBILL_CONTRACT_INVALID with file and line
 */
export function readContracts(file: string, catalog?: string | undefined): readonly Contract[] {
  return readContractSet(file, filesWith(catalog)).contracts
}

/** As `readContracts`, with the documents that were read: of files, or of what was fetched before. */
export function readContractSet(file: string, library: Library = FILES): ReadContracts {
  const read = attempt(() => readContractSchemas(file, library, (set) => refuseOthers(set, file)))
  const { set, schema } = read
  const leftOut = new LeftOut()
  const operations = new Operations(schema, set, leftOut)
  const all = servicesOf(set, leftOut).flatMap((served) =>
    contractsOf(served, schema, operations, set),
  )
  const warnings = [...read.warnings, ...leftOut.warnings].map(printable)
  const [first, ...more] = all.filter(isCallable).map((one) => ({ ...one, warnings }))
  if (first) return { ...set, contracts: [first, ...more], warnings }
  // Where nothing is left, the first that was left out says why.
  leftOut.refuseFirst()
  return invalid(`${file}: nothing in it is bound to SOAP`)
}

/** False where all operations were left out. */
function isCallable({ operations, source }: Contract): boolean {
  const bound = source?.bound.flatMap(({ binding }) => binding.operations) ?? []
  return operations.length > 0 || bound.length === 0
}

/** A schema of a draft would be passed over, and what it declares be missed. */
function refuseOthers({ definitions }: ReadSet, file: string): void {
  if (definitions.documents.length === 0) invalid(`${file}: it is a schema, and no WSDL document`)
  for (const document of definitions.documents) {
    for (const node of partsOf(document.root, 'types').flatMap(childElements)) {
      if (node.local !== 'schema' || node.namespace === XSD_NAMESPACE) continue
      const sentence = `this schema is of ${node.namespace || 'no namespace'}, and only ${XSD_NAMESPACE} is read`
      refuse({ document, node }, sentence)
    }
  }
}
