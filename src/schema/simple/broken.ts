/** The rule that a text breaks: its sentence is made when somebody asks for it, for most are only counted. */
import { shortened } from '../../base/shortened.js'
import type { Rule } from '../finding.js'

export class BrokenRule implements Rule {
  readonly clause: string
  readonly expected: string
  readonly text: string

  /** @param expected  what may stand there, as in "Expected …" */
  constructor(clause: string, expected: string, text: string) {
    this.clause = clause
    this.expected = expected
    this.text = text
  }

  get found(): string {
    return quoted(this.text)
  }

  get sentence(): string {
    return `Expected ${this.expected}, found ${this.found}.`
  }
}

const MAX_SHOWN = 100

/** A text in quotation marks, short enough for a finding. */
export function quoted(text: string): string {
  return `"${shortened(text, MAX_SHOWN)}"`
}
