/** Reads and resolves the schemas of a WSDL document: what has one plain meaning is fixed there, each with a warning. */
import { type ReadSet, readSet } from '../../../schema/documents.js'
import { FILES, type Library } from '../../../schema/read/library.js'
import { resolveSchema } from '../../../schema/resolve/index.js'
import { CompiledSchema } from '../../../schema/validate/index.js'
import { mended } from '../../../schema/wsdl/repaired-schemas.js'
import { positionOf } from '../../../xml/unreadable.js'

export interface ContractSchemas {
  readonly set: ReadSet
  /** Of a schema without a WSDL document, to the letter. */
  readonly schema: CompiledSchema
  /** Each begins with its place. */
  readonly warnings: readonly string[]
}

/**
 * @param file   absolute path of a WSDL document, or of a schema
 * @param check  refuses what was read before it is resolved
 * @throws InvalidSchema
 */
export function readContractSchemas(
  file: string,
  library: Library = FILES,
  check: (set: ReadSet) => void = () => undefined,
): ContractSchemas {
  const set = readSet([file], [], library)
  check(set)
  if (set.definitions.documents.length === 0) {
    return { set, schema: new CompiledSchema(resolveSchema(set.documents)), warnings: [] }
  }
  const { documents, warnings } = mended(set.documents)
  // A content model is checked again for each type that is derived from it.
  const forgiven = new Set<string>()
  const components = resolveSchema(documents, ({ message, source }) => {
    const { document, node } = source ?? {}
    const location =
      document && node ? `${document.file}:${positionOf(document.text, node.start).line}` : file
    forgiven.add(`${location}: ${message}: as it is declared, before the wildcard beside it`)
  })
  return {
    set,
    schema: new CompiledSchema(components),
    warnings: [...warnings, ...forgiven],
  }
}
