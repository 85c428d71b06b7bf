/** Reads contracts from a WSDL 1.1 document, with all that it imports. */
import { printable } from '../../../base/printable.js'
import { WaybillError } from '../../../errors.js'
import { type ReadSet, readSet } from '../../../schema/documents.js'
import { InvalidSchema } from '../../../schema/invalid-schema.js'
import { FILES, type Library } from '../../../schema/read/library.js'
import { resolveSchema } from '../../../schema/resolve/index.js'
import { CompiledSchema } from '../../../schema/validate/index.js'
import { partsOf } from '../../../wsdl/definitions.js'
import { childElements, XSD_NAMESPACE } from '../../../xml/tree.js'
import type { Contract } from '../../contract.js'
import { contractsOf } from './group.js'
import { Operations } from './operations.js'
import { refuse } from './refusal.js'
import { servicesOf } from './services.js'

/** What was read of a WSDL document. */
export interface ReadContracts extends ReadSet {
  /** In the order of the services that have SOAP ports. */
  readonly contracts: readonly [Contract, ...Contract[]]
}

/**
 * Nothing is fetched: what the document imports is looked for among the files beside it.
 *
 * @param file  absolute path of a WSDL 1.1 document
 * @returns at least one, in the order of the services that have SOAP ports
 * @throws WaybillError WAYBILL_CONTRACT_INVALID with file and line
 */
export function readContracts(file: string): readonly Contract[] {
  return readContractSet(file).contracts
}

/** As `readContracts`, with the documents that were read: of files, or of what was fetched before. */
export function readContractSet(file: string, library: Library = FILES): ReadContracts {
  const set = attempt(() => readSet([file], [], library))
  const { definitions, documents } = set
  if (definitions.documents.length === 0) invalid(`${file}: it is a schema, and no WSDL document`)
  refuseDrafts(set)
  const schema = attempt(() => new CompiledSchema(resolveSchema(documents)))
  const operations = new Operations(schema, set)
  const [first, ...more] = servicesOf(set).flatMap((served) =>
    contractsOf(served, schema, operations, set),
  )
  return first
    ? { ...set, contracts: [first, ...more] }
    : invalid(`${file}: nothing in it is bound to SOAP`)
}

/** A schema of a draft would be passed over, and what it declares be missed. */
function refuseDrafts({ definitions }: ReadSet): void {
  for (const document of definitions.documents) {
    for (const node of partsOf(document.root, 'types').flatMap(childElements)) {
      if (node.local !== 'schema' || node.namespace === XSD_NAMESPACE) continue
      const sentence = `this schema is of ${node.namespace || 'no namespace'}, and only ${XSD_NAMESPACE} is read`
      refuse({ document, node }, sentence)
    }
  }
}

/** A schema that is wrong makes its contract wrong. */
function attempt<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error
    const { place, message } = error
    return invalid(`${place}: ${message}`, error)
  }
}

function invalid(sentence: string, cause?: unknown): never {
  throw new WaybillError('WAYBILL_CONTRACT_INVALID', printable(sentence), { cause })
}
