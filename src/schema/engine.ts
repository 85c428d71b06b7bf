/** The contract of a schema validator: it compiles a schema once, and checks elements against it. */
import type { XmlElement } from '../xml/tree.js'
import type { Finding } from './finding.js'
import type { CompiledSchema } from './validate/index.js'

export { MAX_FINDINGS } from './finding.js'
export { InvalidSchema } from './invalid-schema.js'

export interface Schema {
  /** What is wrong with `element`; empty if it is valid. At most `MAX_FINDINGS` are given. */
  validate(element: XmlElement): readonly Finding[]
  /** What it was compiled to, if these are our own rules: values are read in the walk that validates. */
  readonly compiled?: CompiledSchema | undefined
}

export interface SchemaEngine {
  readonly name: string
  /**
   * @param file  absolute path of an XML Schema 1.0 document; its includes and imports are read
   *   relative to it, from files only
   * @throws InvalidSchema if it is not a schema
   */
  compile(file: string): Schema
}
