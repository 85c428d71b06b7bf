/** The contract of a schema validator: a schema is compiled once and asked about elements. */
import type { XmlElement } from '../xml/tree.js'

/** What an element does not fulfil, as a sentence. */
export type Finding = string

export interface Schema {
  /** What `element` breaks; empty if it is valid. At most `MOST_FINDINGS` are given. */
  validate(element: XmlElement): readonly Finding[]
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

export const MOST_FINDINGS = 10

/** A file is no schema that can be used; the message says why. */
export class InvalidSchema extends Error {
  /** Path of the schema. */
  readonly file: string

  constructor(file: string, reason: string) {
    super(reason)
    this.name = 'InvalidSchema'
    this.file = file
  }
}
