/** Reads the documents of a schema set: the files given, and what they include, import and redefine, in their order. */
import type { SchemaDocument } from './document.js'
import { DocumentSet } from './read/document-set.js'

export type { SchemaDocument } from './document.js'

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
 *
 * @param files  absolute paths, at least one
 * @throws InvalidSchema for a document that is no XML, no schema, or of another namespace
 */
export function readDocuments(files: readonly string[]): readonly SchemaDocument[] {
  const set = new DocumentSet()
  for (const file of files) set.first(file)
  set.problems.check(files[0] ?? '')
  return set.documents
}
