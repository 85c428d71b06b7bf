/** Keeps the problems of a node in a file of the state folder, so that a restart does not change since when they are there. */
import { readFileSync, renameSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { codeOf } from '../../base/errno.js'
import { makeFolder } from '../../base/folder.js'
import type { Log } from '../../base/log.js'
import { replaceFile } from '../../base/publish-file.js'
import { PROBLEM_NAMES, type Problem } from './problem.js'

/** Characters of a text that are kept, and problems: what is more has no place in a list for people. */
const MAX_TEXT = 4_000
const MAX_PROBLEMS = 1_000

const text = () => z.string().max(MAX_TEXT)
const kept = z.object({
  version: z.literal(1),
  problems: z
    .array(
      z.object({
        name: z.enum(PROBLEM_NAMES),
        subject: text().optional(),
        severity: z.enum(['error', 'warning']),
        stopsAcceptance: z.boolean(),
        shared: z.boolean(),
        summary: text(),
        remedy: text(),
        since: z.number().min(0),
        page: text(),
        node: text(),
      }),
    )
    .max(MAX_PROBLEMS),
})

/** What is kept of a problem: not how much waits, which changes all the time. */
type KeptProblem = z.output<typeof kept>['problems'][number]

export class KeptProblems {
  readonly #file: string
  readonly #log: Pick<Log, 'warn'>
  /** What is to be written next; undefined if all is. */
  #next: readonly KeptProblem[] | undefined
  #writing: Promise<void> | undefined
  /** True since a failure that was logged, until a write succeeds. */
  #failing = false

  /** @param role  of the node: a listener and a worker may have the same state folder */
  constructor(stateDir: string, role: string, log: Pick<Log, 'warn'>) {
    this.#file = resolve(join(stateDir, `problems-${role}.json`))
    this.#log = log
  }

  /** Those of the process before. A file that cannot be used is set aside. Never throws. */
  read(): readonly Problem[] {
    try {
      return kept.parse(JSON.parse(readFileSync(this.#file, 'utf8'))).problems
    } catch (err) {
      if (codeOf(err) !== 'ENOENT') this.#setAside(err)
      return []
    }
  }

  /** Writes soon, and never throws: what cannot be written is logged once. */
  write(problems: readonly Problem[]): void {
    this.#next = problems
      .slice(0, MAX_PROBLEMS)
      .map(
        ({
          name,
          subject,
          severity,
          stopsAcceptance,
          shared,
          summary,
          remedy,
          since,
          page,
          node,
        }) => ({
          name,
          ...(subject !== undefined && { subject: clipped(subject) }),
          severity,
          stopsAcceptance,
          shared,
          summary: clipped(summary),
          remedy: clipped(remedy),
          since,
          page: clipped(page),
          node: clipped(node),
        }),
      )
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
  }

  /** Resolves once all is written, or has failed. */
  async close(): Promise<void> {
    await this.#writing
  }

  async #write(): Promise<void> {
    // What changes in the same turn is written once.
    await Promise.resolve()
    for (let next = this.#next; next; next = this.#next) {
      this.#next = undefined
      try {
        makeFolder(dirname(this.#file), 0o700)
        await replaceFile(this.#file, `${JSON.stringify({ version: 1, problems: next })}\n`, 0o600)
        this.#failing = false
      } catch (err) {
        if (!this.#failing) {
          this.#log.warn(
            { err, file: this.#file },
            'since when there are problems cannot be written down: a restart will forget it',
          )
        }
        this.#failing = true
      }
    }
  }

  #setAside(cause: unknown): void {
    const aside = `${this.#file}.damaged`
    try {
      renameSync(this.#file, aside)
      this.#log.warn(
        { file: this.#file, aside, err: cause },
        'the file that says since when there are problems could not be used: it was set aside, and their time begins now',
      )
    } catch (err) {
      this.#log.warn(
        { file: this.#file, err },
        'the file that says since when there are problems could not be used',
      )
    }
  }
}

function clipped(long: string): string {
  return long.slice(0, MAX_TEXT)
}
