/** The order of work: components are completed, then linked with each other, then checked. */
import type { Source } from '../components.js'
import { SchemaProblem } from '../problem.js'
import type { Problems } from '../problems.js'
import { Once } from './component-cache.js'
import { located } from './located.js'
import type { Completed } from './resolution.js'

interface Completion {
  /** The clause that is broken if the component needs itself. */
  readonly circle: string
  readonly complete: () => void
}

interface Work {
  readonly source: Source | undefined
  readonly work: () => void
}

export class Schedule {
  readonly #problems: Problems
  readonly #completions = new Map<Completed, Completion>()
  readonly #links: Work[] = []
  readonly #checks: Work[] = []
  readonly #once = new Once<Completed, void>((component) => {
    const { circle } = this.#completions.get(component) ?? { circle: 'sch-props-correct' }
    return new SchemaProblem(circle, `${component.name} depends on itself`, component.source)
  })

  constructor(problems: Problems) {
    this.#problems = problems
  }

  completeLater(component: Completed, circle: string, complete: () => void): void {
    this.#completions.set(component, { circle, complete })
  }

  completed(component: Completed): void {
    const completion = this.#completions.get(component)
    if (!completion) return
    this.#once.make(component, () => located(component.source, completion.complete))
  }

  link(source: Source, work: () => void): void {
    this.#links.push({ source, work })
  }

  check(source: Source | undefined, work: () => void): void {
    this.#checks.push({ source, work })
  }

  /** Completing one component brings up others. */
  completeAll(): void {
    for (const component of this.#completions.keys()) {
      this.#problems.attempt(component.source, () => this.completed(component))
    }
  }

  linkAll(): void {
    this.#do(this.#links)
  }

  checkAll(): void {
    this.#do(this.#checks)
  }

  #do(all: readonly Work[]): void {
    for (const { source, work } of all) this.#problems.attempt(source, work)
  }
}
