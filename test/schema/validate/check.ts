/** Validates texts by the text of a schema, for tests. */
import { join } from 'node:path'
import { readDocuments } from '../../../src/schema/documents.js'
import type { Finding } from '../../../src/schema/finding.js'
import { resolveSchema } from '../../../src/schema/resolve/index.js'
import { CompiledSchema } from '../../../src/schema/validate/index.js'
import { readDocument } from '../../../src/xml/read.js'
import { atOnce } from '../../../src/xml/walk.js'
import { folderOf } from '../../support/folder.js'

interface Teardown {
  teardown(clean: () => void): void
}

/** @param components  what is in the schema element; `t:` stands for its namespace, `urn:t` */
export function schemaOf(t: Teardown, components: string): CompiledSchema {
  const text = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t"
    targetNamespace="urn:t" elementFormDefault="qualified">${components}</xs:schema>`
  const folder = folderOf(t, { 't.xsd': text })
  return new CompiledSchema(resolveSchema(readDocuments([join(folder, 't.xsd')])))
}

/** What is wrong with a text; `urn:t` is its default namespace, `t:` and `xsi:` are bound. */
export function findingsOf(schema: CompiledSchema, text: string): readonly Finding[] {
  const xsi = 'http://www.w3.org/2001/XMLSchema-instance'
  const bound = text.replace(
    /^<[^\s/>]+/,
    (tag) => `${tag} xmlns="urn:t" xmlns:t="urn:t" xmlns:xsi="${xsi}"`,
  )
  return atOnce(schema.validating(readDocument(bound), undefined, bound)).findings
}

/** The same as `clause path`, one for each finding. */
export function clausesOf(schema: CompiledSchema, text: string): readonly string[] {
  return findingsOf(schema, text).map(({ clause, path }) => `${clause} ${path}`)
}
