/** Schema validation by this project's own rules: components, compiled once, and a walk that gives way. */
import type { XmlElement } from '../xml/tree.js'
import { atOnce, type Walk } from '../xml/walk.js'
import { schemaDocuments } from './documents.js'
import type { Schema, SchemaEngine } from './engine.js'
import type { Finding } from './finding.js'
import { resolveSchema } from './resolve/index.js'
import { CompiledSchema } from './validate/index.js'

export const waybillEngine: SchemaEngine = {
  name: 'waybill',
  compile: (file) => new WaybillSchema(compileSchema(file)),
}

/**
 * @param file  absolute path of the schema
 * @throws InvalidSchema
 */
export function compileSchema(file: string): CompiledSchema {
  return new CompiledSchema(resolveSchema(schemaDocuments(file)))
}

class WaybillSchema implements Schema {
  readonly #compiled: CompiledSchema

  constructor(compiled: CompiledSchema) {
    this.#compiled = compiled
  }

  validate(element: XmlElement): readonly Finding[] {
    return atOnce(this.validating(element))
  }

  *validating(element: XmlElement): Walk<readonly Finding[]> {
    const { findings } = yield* this.#compiled.validating(element)
    return findings
  }
}
