/** Schema sets of a few lines, for tests: written into a folder, read and resolved. */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { ComplexType, SchemaComponents } from '../../src/schema/components.js'
import { readDocuments } from '../../src/schema/documents.js'
import { InvalidSchema } from '../../src/schema/engine.js'
import type { Finding } from '../../src/schema/finding.js'
import { resolveSchema } from '../../src/schema/resolve/index.js'
import { folderOf } from '../support/folder.js'

/** Files by their names, of which `s.xsd` is the first; or the content of that one's root element. */
export type Files = string | Readonly<Record<string, string>>

export const OF_S = 'targetNamespace="urn:s" xmlns="urn:s" xmlns:s="urn:s"'

export function schema(inside: string, attributes = OF_S): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${attributes}>${inside}</xs:schema>`
}

/** @param first  names of the files that the set is made of */
export function componentsOf(
  t: ExecutionContext,
  files: Files,
  first: readonly string[] = ['s.xsd'],
): SchemaComponents {
  const folder = folderOf(t, typeof files === 'string' ? { 's.xsd': schema(files) } : files)
  return resolveSchema(readDocuments(first.map((name) => join(folder, name))))
}

/** What is wrong with a set; nothing if it is a schema. */
export function findingsOf(t: ExecutionContext, files: Files): readonly Finding[] {
  try {
    componentsOf(t, files)
    return []
  } catch (error) {
    if (error instanceof InvalidSchema) return error.findings
    throw error
  }
}

/** The clauses of `findingsOf`, each once. */
export function clausesOf(t: ExecutionContext, files: Files): readonly string[] {
  return [...new Set(findingsOf(t, files).map(({ clause = '' }) => clause))]
}

export function complexType(components: SchemaComponents, name: string): ComplexType {
  const type = components.types.get(name)
  if (type?.kind !== 'complex') throw new Error(`${name} is ${type?.kind}`)
  return type
}

/** A rule: what obeys it, and what breaks it. */
export type Example = readonly [clause: string, obeys: Files, breaks: Files]

export function checkExamples(t: ExecutionContext, examples: readonly Example[]): void {
  for (const [clause, obeys, breaks] of examples) {
    t.deepEqual(clausesOf(t, obeys), [], `${clause} is obeyed`)
    t.deepEqual(clausesOf(t, breaks), [clause], `${clause} is broken`)
  }
}
