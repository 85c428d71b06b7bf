/** A rule about schemas that a schema breaks, thrown where it is found. */
import type { Source } from './components.js'

/** Notified of what a contract may break, as it has one plain meaning. */
export type Forgive = (problem: SchemaProblem) => void

export class SchemaProblem extends Error {
  /** Such as `cos-nonambig` or `src-resolve`. */
  readonly clause: string
  /** Where; undefined if whoever catches it knows. */
  readonly source: Source | undefined

  constructor(clause: string, sentence: string, source?: Source | undefined) {
    super(sentence)
    this.name = 'SchemaProblem'
    this.clause = clause
    this.source = source
  }
}
