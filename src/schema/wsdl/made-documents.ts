/** The schema documents that are made of the messages of WSDL documents. */
import { NO_XML_LIMITS } from '../../xml/limits.js'
import { readDocument } from '../../xml/read.js'
import type { SoapBinding } from '../definitions/bindings.js'
import type { Definitions } from '../definitions/definitions.js'
import type { SchemaDocument } from '../document.js'
import { DeclaredNames } from './declared-names.js'
import { rpcSchemas } from './rpc-entries.js'

/** @param documents  the schemas that are there */
export function madeDocuments(
  documents: readonly SchemaDocument[],
  definitions: Definitions,
  bindings: readonly SoapBinding[],
): readonly SchemaDocument[] {
  const [first] = definitions.documents
  if (!first) return []
  const names = new DeclaredNames(documents, definitions)
  const operations = bindings.flatMap(({ operations }) => operations)
  return rpcSchemas(operations, names).map((made) => {
    const text = made.text()
    const { namespace, entries } = made
    const root = readDocument(text, NO_XML_LIMITS)
    return { file: first.file, text, root, namespace, brings: new Map(), origin: 'made', entries }
  })
}
