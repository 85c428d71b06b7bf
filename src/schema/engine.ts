/** The contract of a schema validator: it compiles a schema once, and checks elements against it. */
import type { XmlElement } from '../xml/tree.js'
import type { Walk } from '../xml/walk.js'
import type { Finding } from './finding.js'

export interface Schema {
  /** What is wrong with `element`; empty if it is valid. At most `MOST_FINDINGS` are given. */
  validate(element: XmlElement): readonly Finding[]
  /** The same in portions, whatever is in the element; undefined for an engine that does not give way. */
  readonly validating?: ((element: XmlElement) => Walk<readonly Finding[]>) | undefined
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

/** A file is not a usable schema; the message says why: what is wrong first. */
export class InvalidSchema extends Error {
  /** Path of the schema. */
  readonly file: string
  /** Where the mistake is, as `file:line`, in this schema or in one that it brings in; the file alone if that is not known. */
  readonly place: string
  /** At least one, the first of them that of the message. */
  readonly findings: readonly Finding[]

  /** @param findings  what is wrong, if more is known of it than the reason and the place */
  constructor(file: string, reason: string, place = file, findings: readonly Finding[] = []) {
    super(reason)
    this.name = 'InvalidSchema'
    this.file = file
    this.place = place
    this.findings = findings.length > 0 ? findings : [findingAt(place, reason)]
  }

  /**
   * @param file      the schema, or the first one of the set
   * @param findings  at least one
   */
  static of(file: string, findings: readonly Finding[]): InvalidSchema {
    const [first = { sentence: 'it is no schema' }] = findings
    const place = first.file && (first.line ? `${first.file}:${first.line}` : first.file)
    const reason = first.clause ? `${first.sentence} (${first.clause})` : first.sentence
    return new InvalidSchema(file, reason, place, findings)
  }
}

/** @param place  a file, or `file:line` */
function findingAt(place: string, sentence: string): Finding {
  const [, file = place, line] = /^(.*):(\d+)$/s.exec(place) ?? []
  return { sentence, file, line: line === undefined ? undefined : Number(line) }
}
