/** Schema validation by this project's own rules: components, compiled once, and a walk that gives way. */
import { attributeOf, childElements, isNamed, type XmlElement, XSD_NAMESPACE } from '../xml/tree.js'
import { positionOf } from '../xml/unreadable.js'
import { atOnce } from '../xml/walk.js'
import type { SchemaDocument } from './document.js'
import { type MadeDocument, readDocuments } from './documents.js'
import { InvalidSchema, type Schema, type SchemaEngine } from './engine.js'
import type { Finding } from './finding.js'
import { resolveSchema } from './resolve/index.js'
import { CompiledSchema } from './validate/index.js'

export const waybillEngine: SchemaEngine = {
  name: 'waybill',
  compile: (file) => {
    const compiled = compileSchema([file])
    for (const document of compiled.components.documents) refuseMissing(file, document)
    return new WaybillSchema(compiled)
  },
}

/**
 * The specification lets an included document be missing (src-include); for who runs a node it is a mistake,
 * unless the schema is that of a contract, which is not the operator's own.
 */
function refuseMissing(schema: string, { file, text, root, brings, origin }: SchemaDocument): void {
  if (origin) return
  for (const node of childElements(root)) {
    if (!isNamed(node, XSD_NAMESPACE, 'include') || brings.has(node)) continue
    const location = attributeOf(node, '', 'schemaLocation')
    const sentence = `${location} is not there`
    throw InvalidSchema.of(schema, [{ sentence, file, ...positionOf(text, node.start) }])
  }
}

/**
 * @param files  absolute paths of the documents of a schema set
 * @param made   documents of it that are in no file: one at least, of both
 * @throws InvalidSchema with a finding for each rule that is broken, at most 10
 */
export function compileSchema(
  files: readonly string[],
  made: readonly MadeDocument[] = [],
): CompiledSchema {
  return new CompiledSchema(resolveSchema(readDocuments(files, made)))
}

class WaybillSchema implements Schema {
  readonly compiled: CompiledSchema

  constructor(compiled: CompiledSchema) {
    this.compiled = compiled
  }

  validate(element: XmlElement): readonly Finding[] {
    return atOnce(this.compiled.validating(element)).findings
  }
}
