/** Tells the log what is found: each finding once, as long as it is found. */
import type { Log } from '../../base/log.js'
import type { Finding } from '../../message/finding.js'

export class FindingLog {
  readonly #log: Pick<Log, 'info' | 'warn' | 'error'>
  #written: ReadonlySet<string> = new Set()

  constructor(log: Pick<Log, 'info' | 'warn' | 'error'>) {
    this.#log = log
  }

  /** What is found of the configuration in effect: all of it. */
  all(findings: readonly Finding[]): void {
    this.more(findings)
    this.#written = new Set(findings.map(lineOf))
  }

  /** What is found beside it. */
  more(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if (!this.#written.has(lineOf(finding))) this.#write(finding)
    }
    this.#written = new Set([...this.#written, ...findings.map(lineOf)])
  }

  #write(finding: Finding): void {
    const { level, remedy } = finding
    const fields = remedy === undefined ? {} : { remedy }
    const line = lineOf(finding)
    if (level === 'error') this.#log.error(fields, line)
    else if (level === 'warning') this.#log.warn(fields, line)
    else this.#log.info(fields, line)
  }
}

/** A finding without what to do about it. */
export function lineOf({ key, sentence }: Finding): string {
  return `${key}: ${sentence}`
}
