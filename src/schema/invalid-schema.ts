/** What a file is refused with that is no usable schema. */
import type { Finding } from './finding.js'

/** A file is not a usable schema; the message says why: what is wrong first. */
export class InvalidSchema extends Error {
  /** Path of the schema. */
  readonly file: string
  /** Where the mistake is, as `file:line`, in this schema or in one that it brings in; the file alone if that is not known. */
  readonly location: string
  /** At least one, the first of them that of the message. */
  readonly findings: readonly Finding[]

  /** @param findings  what is wrong, if more is known of it than the reason and the place */
  constructor(file: string, reason: string, location = file, findings: readonly Finding[] = []) {
    super(reason)
    this.name = 'InvalidSchema'
    this.file = file
    this.location = location
    this.findings = findings.length > 0 ? findings : [findingAt(location, reason)]
  }

  /**
   * @param file      the schema, or the first one of the set
   * @param findings  at least one
   */
  static of(file: string, findings: readonly Finding[]): InvalidSchema {
    const [first = { sentence: 'it is no schema' }] = findings
    const location = first.file && (first.line ? `${first.file}:${first.line}` : first.file)
    const reason = first.clause ? `${first.sentence} (${first.clause})` : first.sentence
    return new InvalidSchema(file, reason, location, findings)
  }
}

/** @param place  a file, or `file:line` */
function findingAt(location: string, sentence: string): Finding {
  const [, file = location, line] = /^(.*):(\d+)$/s.exec(location) ?? []
  return { sentence, file, line: line === undefined ? undefined : Number(line) }
}
