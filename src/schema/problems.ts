/** Collects the rules that a schema set breaks, until all of them can be told at once. */
import { positionOf } from '../xml/unreadable.js'
import type { Source } from './components.js'
import { type Finding, MAX_FINDINGS } from './finding.js'
import { InvalidSchema } from './invalid-schema.js'
import { SchemaProblem } from './problem.js'

export class Problems {
  /** By problem, since one is met again wherever something depends on what is broken. */
  readonly #found = new Map<SchemaProblem, Finding>()

  get any(): boolean {
    return this.#found.size > 0
  }

  add(clause: string, sentence: string, source: Source): void {
    this.#keep(new SchemaProblem(clause, sentence, source))
  }

  /**
   * Does some work; a problem in it is collected.
   *
   * @param source  where, unless the problem knows better
   */
  attempt(source: Source | undefined, work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof SchemaProblem)) throw error
      this.#keep(error, source)
    }
  }

  /**
   * @param file  of the schema
   * @throws InvalidSchema if there is a problem
   */
  check(file: string): void {
    if (this.any) throw InvalidSchema.of(file, [...this.#found.values()])
  }

  #keep(problem: SchemaProblem, source?: Source | undefined): void {
    if (this.#found.size >= MAX_FINDINGS || this.#found.has(problem)) return
    const { message: sentence, clause } = problem
    this.#found.set(problem, { sentence, clause, ...whereIs(problem.source ?? source) })
  }
}

function whereIs(source: Source | undefined): Pick<Finding, 'file' | 'line' | 'column'> {
  if (!source) return {}
  const { document, node } = source
  return { file: document.file, ...positionOf(document.text, node.start) }
}
