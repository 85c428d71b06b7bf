/** Decides which notices are due: what is the same is gathered and sent as one, then again at growing intervals. */
import type { Problem } from '../problems/problem.js'
import { keyOf } from '../problems/problem-list.js'
import type { AlertBounds } from './bounds.js'
import type { Notice } from './notice.js'

interface Gathered {
  /** As it was seen last. */
  problem: Problem
  readonly title: string | undefined
  /** How often it began. */
  begun: number
  last: number
  /** How many dead letters the last notice had. */
  sent: number
  reported: boolean
  over: boolean
  /** When it is sent the next time, and how long after that again. */
  next: number
  pause: number
}

export type Times = Pick<AlertBounds, 'group' | 'remind'>

/** Problems that are distinguished; those beyond are counted as one of their kind. */
const MAX_PROBLEMS = 100
/** Milliseconds that a start may take: every node has begun not to be started yet. */
const START = 60_000
/** Notices of one kind at once; the others are counted in the last of them. */
const AT_ONCE = 3
const DAY = 86_400_000

export class Notices {
  readonly #gathered = new Map<string, Gathered>()
  readonly #times: Times

  constructor(times: Times) {
    this.#times = times
  }

  /** @param now  in milliseconds since 1970 */
  begin(problem: Problem, now: number): void {
    const one = this.#of(problem, now)
    one.begun += 1
    one.last = now
    one.over = false
    one.problem = problem
  }

  goOn(problem: Problem, now: number): void {
    const one = this.#gathered.get(this.#keyOf(problem))
    if (!one || one.over) this.begin(problem, now)
    else {
      one.problem = problem
      one.last = now
    }
  }

  end(problem: Problem, now: number): void {
    const key = this.#keyOf(problem)
    const isNew = !this.#gathered.has(key)
    const one = this.#of(problem, now)
    // It was reported before the restart that ended it.
    if (isNew) one.reported = true
    one.over = true
    one.last = now
    // Whoever was notified that it began is notified at once that it is over.
    if (one.reported) one.next = now
    // No start is worth a message that it is over.
    else if (problem.name === 'not-started') this.#gathered.delete(key)
  }

  /** It is neither over nor sent any more: another node sends it. */
  drop(problem: Problem): void {
    this.#gathered.delete(keyOf(problem))
  }

  /** Takes all that is there for new: nobody was notified of it. */
  beginAnew(now: number): void {
    for (const [key, one] of this.#gathered) {
      if (one.over) this.#gathered.delete(key)
      const next = now + this.#gathering(one.problem)
      Object.assign(one, { reported: false, sent: 0, next, pause: this.#times.remind })
    }
  }

  /** What is to be sent now. */
  due(now: number): readonly Notice[] {
    const due = [...this.#gathered].filter(([, { next }]) => next <= now)
    const kinds = new Set(due.map(([, { problem }]) => problem.name))
    return [...kinds].flatMap((kind) =>
      this.#notify(
        due.filter(([, { problem }]) => problem.name === kind),
        now,
      ),
    )
  }

  #notify(same: readonly (readonly [string, Gathered])[], now: number): readonly Notice[] {
    const worth = same.filter(([, one]) => isWorthNotifying(one))
    const notices = worth.slice(0, AT_ONCE).map(([, one]) => noticeOf(one))
    for (const [key, one] of same) this.#after(key, one, now)
    const more = worth.length - notices.length
    const last = notices.at(-1)
    return last ? [...notices.slice(0, -1), { ...last, more }] : []
  }

  #after(key: string, one: Gathered, now: number): void {
    if (one.over) {
      this.#gathered.delete(key)
      return
    }
    one.next = now + one.pause
    one.pause = Math.min(one.pause * 2, DAY)
    one.reported = true
    one.sent = deadOf(one)
  }

  /** Its own, or that of all of its kind for which there is no room. */
  #keyOf(problem: Problem): string {
    const key = keyOf(problem)
    const hasRoom = this.#gathered.has(key) || this.#gathered.size < MAX_PROBLEMS
    return hasRoom ? key : `${problem.name}\nothers`
  }

  /** Milliseconds before it is sent for the first time. */
  #gathering({ name }: Problem): number {
    const { group } = this.#times
    return name === 'not-started' ? Math.max(START, group) : group
  }

  #of(problem: Problem, now: number): Gathered {
    const key = this.#keyOf(problem)
    const there = this.#gathered.get(key)
    if (there) return there
    const one = {
      problem,
      title: key === keyOf(problem) ? undefined : `More problems: ${problem.name}`,
      begun: 0,
      last: now,
      sent: 0,
      reported: false,
      over: false,
      next: now + this.#gathering(problem),
      pause: this.#times.remind,
    }
    this.#gathered.set(key, one)
    return one
  }
}

/** Of dead letters, which lie there, only more of them are worth a reminder. */
function isWorthNotifying(one: Gathered): boolean {
  const { problem, reported, over, sent } = one
  return !reported || over || problem.name !== 'dead-letters' || deadOf(one) > sent
}

function deadOf({ problem: { name, waiting = 0 } }: Gathered): number {
  return name === 'dead-letters' ? waiting : 0
}

function noticeOf(one: Gathered): Notice {
  const { problem, title, begun, last, reported, over } = one
  const { name, subject, severity, summary, remedy, since, waiting, oldest, page } = problem
  const going = reported ? 'reminder' : 'firing'
  return {
    kind: name,
    state: over ? 'resolved' : going,
    subject,
    severity,
    title: title ?? summary,
    remedy,
    count: Math.max(deadOf(one), name === 'dead-letters' ? 0 : begun),
    first: since,
    last,
    waiting,
    oldest,
    examples: problem.examples ?? [],
    page,
    more: 0,
  }
}
