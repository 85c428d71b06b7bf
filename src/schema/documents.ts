/** Reads the documents of a schema set: the files given, and what they include, import and redefine, in their order. */
import { isNamed } from '../xml/tree.js'
import { type SoapBinding, soapBindings } from './definitions/bindings.js'
import { Definitions } from './definitions/definitions.js'
import { WSDL_NAMESPACE } from './definitions/vocabulary.js'
import type { MadeDocument, SchemaDocument } from './document.js'
import { DocumentSet } from './read/document-set.js'
import { FILES, type Library } from './read/library.js'
import { parse, readText } from './read/location.js'
import { madeDocuments } from './wsdl/made-documents.js'

export type { MadeDocument, SchemaDocument } from './document.js'

/**
 * @param file  absolute path of the first document
 * @throws InvalidSchema as `readDocuments` does
 */
export function schemaDocuments(file: string): readonly SchemaDocument[] {
  return readDocuments([file])
}

/**
 * Reads a schema set. Locations are followed to files only, relative to the document that names them.
 * What is included or imported may be missing: only who refers to something in it finds that out.
 * Beside the schemas of WSDL documents stand those that declare the entries of their rpc messages, and the standard ones
 * that they import.
 *
 * @param files  absolute paths
 * @param made   documents of the set that are in no file: one at least, of both
 * @throws InvalidSchema for a document that is no XML, no schema, or of another namespace
 */
export function readDocuments(
  files: readonly string[],
  made: readonly MadeDocument[] = [],
): readonly SchemaDocument[] {
  return readSet(files, made).documents
}

/** What was read of files. */
export interface ReadSet {
  readonly documents: readonly SchemaDocument[]
  /** Those of the WSDL documents. */
  readonly definitions: Definitions
  /** What they bind to SOAP. */
  readonly bindings: readonly SoapBinding[]
  /** Locations that lead to no document, as they stand. */
  readonly missing: readonly string[]
}

/** As `readDocuments`. */
export function readSet(
  files: readonly string[],
  made: readonly MadeDocument[] = [],
  library: Library = FILES,
): ReadSet {
  const set = new DocumentSet(library)
  for (const file of files) set.first(file)
  for (const document of made) set.made(document)
  set.complete()
  set.problems.check(files[0] ?? '')
  const { documents, missing } = set
  const definitions = new Definitions(set.definitions)
  const bindings = soapBindings(definitions)
  const entries = madeDocuments(documents, definitions, bindings)
  return { documents: [...documents, ...entries], definitions, bindings, missing }
}

/**
 * True for a WSDL document.
 *
 * @throws InvalidSchema for a file that is no XML
 */
export function isContract(file: string): boolean {
  const root = parse(file, readText(file, undefined) ?? '')
  return isNamed(root, WSDL_NAMESPACE, 'definitions')
}
