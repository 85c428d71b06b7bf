/** The problems that are open: what is the same is gathered and told as one, then again at growing intervals. */
import type { AlertBounds } from './bounds.js'
import type { Notice, Sighting } from './problem.js'

interface Problem extends Sighting {
  count: number
  readonly first: number
  last: number
  readonly examples: string[]
  /** How many of `count` no notice has told. */
  untold: number
  reported: boolean
  over: boolean
  /** When it is told the next time, and how long after that again. */
  next: number
  pause: number
}

export type Times = Pick<AlertBounds, 'group' | 'remind'>

/** Problems that are distinguished; those beyond are counted as one of their kind. */
const MAX_PROBLEMS = 100
const EXAMPLES = 5
/** Notices of one kind at once; the others are counted in the last of them. */
const AT_ONCE = 3
const DAY = 86_400_000

export class Problems {
  readonly #open = new Map<string, Problem>()
  readonly #times: Times

  constructor(times: Times) {
    this.#times = times
  }

  /** @param now  in milliseconds since 1970 */
  see(sighting: Sighting, now: number): void {
    const seen = this.#has(sighting.key) ? sighting : others(sighting)
    const problem = this.#open.get(seen.key) ?? this.#begin(seen, now)
    problem.count += 1
    problem.untold += 1
    problem.last = now
    problem.over = false
    if (problem.untold <= EXAMPLES) problem.examples.push(sighting.example)
  }

  /** What goes on without being seen again is counted once. */
  hold(sighting: Sighting, now: number): void {
    const problem = this.#open.get(sighting.key)
    if (!problem || problem.over) this.see(sighting, now)
    else problem.last = now
  }

  /** @param isOver  told the key of each problem */
  resolve(isOver: (key: string) => boolean, now: number): void {
    for (const problem of this.#open.values()) {
      if (problem.over || !isOver(problem.key)) continue
      problem.over = true
      problem.last = now
      // Whoever was told that it began is told at once that it is over.
      if (problem.reported) problem.next = now
    }
  }

  /** What is to be told now. */
  due(now: number): readonly Notice[] {
    const due = [...this.#open.values()].filter(({ next }) => next <= now)
    return [...new Set(due.map(({ kind }) => kind))].flatMap((kind) =>
      this.#notify(
        due.filter((problem) => problem.kind === kind),
        now,
      ),
    )
  }

  #notify(same: readonly Problem[], now: number): readonly Notice[] {
    const worth = same.filter((problem) => isWorthNotifying(problem))
    const notices = worth.slice(0, AT_ONCE).map(noticeOf)
    for (const problem of same) this.#after(problem, now)
    const more = worth.length - notices.length
    const last = notices.at(-1)
    return last ? [...notices.slice(0, -1), { ...last, more }] : []
  }

  #after(problem: Problem, now: number): void {
    const forgotten = !lasts(problem) && problem.untold === 0 && now - problem.last >= DAY
    if (problem.over || forgotten) {
      this.#open.delete(problem.key)
      return
    }
    problem.next = now + problem.pause
    problem.pause = Math.min(problem.pause * 2, DAY)
    problem.reported = true
    problem.untold = 0
    problem.examples.length = 0
  }

  #has(key: string): boolean {
    return this.#open.has(key) || this.#open.size < MAX_PROBLEMS
  }

  #begin(sighting: Sighting, now: number): Problem {
    const { group, remind } = this.#times
    const problem = {
      ...sighting,
      count: 0,
      first: now,
      last: now,
      examples: [],
      untold: 0,
      reported: false,
      over: false,
      next: now + group,
      pause: remind,
    }
    this.#open.set(sighting.key, problem)
    return problem
  }
}

/** A dead letter has happened; all else is so until it is over. */
function lasts({ kind }: Sighting): boolean {
  return kind !== 'dead-letter'
}

function isWorthNotifying(problem: Problem): boolean {
  return !problem.reported || problem.over || problem.untold > 0 || lasts(problem)
}

function others({ kind, page, example }: Sighting): Sighting {
  return { kind, key: `${kind} others`, title: `More problems: ${kind}`, example, page }
}

function noticeOf(problem: Problem): Notice {
  const { kind, title, count, first, last, examples, page, reported, over } = problem
  const going = reported ? 'reminder' : 'firing'
  const state = over ? 'resolved' : going
  return { kind, state, title, count, first, last, examples: [...examples], page, more: 0 }
}
