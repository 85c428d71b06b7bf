/** Schema validation by this project's own rules: components, compiled once, and a walk that gives way. */
import type { XmlElement } from '../xml/tree.js'
import { atOnce, type Walk } from '../xml/walk.js'
import { readDocuments } from './documents.js'
import type { Schema, SchemaEngine } from './engine.js'
import type { Finding } from './finding.js'
import { resolveSchema } from './resolve/index.js'
import { CompiledSchema } from './validate/index.js'

export const waybillEngine: SchemaEngine = {
  name: 'waybill',
  compile: (file) => new WaybillSchema(compileSchema([file])),
}

/**
 * @param files  absolute paths of the documents of a schema set, at least one
 * @throws InvalidSchema with a finding for each rule that is broken, at most 10
 */
export function compileSchema(files: readonly string[]): CompiledSchema {
  return new CompiledSchema(resolveSchema(readDocuments(files)))
}

class WaybillSchema implements Schema {
  readonly compiled: CompiledSchema

  constructor(compiled: CompiledSchema) {
    this.compiled = compiled
  }

  validate(element: XmlElement): readonly Finding[] {
    return atOnce(this.validating(element))
  }

  *validating(element: XmlElement): Walk<readonly Finding[]> {
    const { findings } = yield* this.compiled.validating(element)
    return findings
  }
}
