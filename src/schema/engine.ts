/** The contract of a schema validator: it compiles a schema once, and checks elements against it. */
import type { XmlElement } from '../xml/tree.js'

/** One thing that is wrong with an element, as a sentence. */
export type Finding = string

export interface Schema {
  /** What is wrong with `element`; empty if it is valid. At most `MOST_FINDINGS` are given. */
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

/** A file is not a usable schema; the message says why. */
export class InvalidSchema extends Error {
  /** Path of the schema. */
  readonly file: string
  /** Where the mistake is, as `file:line`, in this schema or in one that it brings in; the file alone if that is not known. */
  readonly place: string

  constructor(file: string, reason: string, place = file) {
    super(reason)
    this.name = 'InvalidSchema'
    this.file = file
    this.place = place
  }
}
