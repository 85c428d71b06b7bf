/** The problems that a node has now: asks every source by the clock, and notices which begin, go on and end. */
import { limited, untilAborted, within } from '../../base/deadline.js'
import type { Log } from '../../base/log.js'
import { clearInterval, monotonicTime, setInterval, wallTime } from '../../base/time.js'
import type { FoundProblem, Problem, ProblemSource } from './problem.js'

/** What happened to a problem; `goes-on` with each look that finds it again. */
export type ProblemState = 'begins' | 'goes-on' | 'ends'

/** Is notified of each problem. It must not throw, and must not wait. */
export type ProblemListener = (state: ProblemState, problem: Problem) => void

export interface ProblemBounds {
  /** Milliseconds within which the begin and the end of a problem are shown. */
  readonly shown: number
  /** Milliseconds after a start in which what was there before may be found again. */
  readonly found: number
}

export const PROBLEM_BOUNDS: ProblemBounds = Object.freeze({
  shown: 15_000,
  // A circuit opens after some failures in a row, and a worker has to take the messages first.
  found: 300_000,
})

/** Keeps the problems over a restart. */
interface Keeping {
  read(): readonly Problem[]
  write(problems: readonly Problem[]): void
  close(): Promise<void>
}

const TICK = 1_000

interface Looked {
  readonly source: ProblemSource
  /** When it is due, by `monotonicTime()`. */
  next: number
  looking: Promise<void> | undefined
  found: readonly FoundProblem[]
  /** True since a failure that was logged, until a look succeeds. */
  failing: boolean
}

export class ProblemList {
  readonly #node: string
  readonly #kept: Keeping
  readonly #log: Pick<Log, 'warn' | 'info'>
  readonly #bounds: ProblemBounds
  readonly #listeners: ProblemListener[] = []
  /** Those of the looks that are under way. */
  readonly #endings = new Set<AbortController>()
  readonly #began = monotonicTime()
  /** By their keys, what was there before the restart and has not been found again. */
  #before: Map<string, Problem> | undefined
  #looked: readonly Looked[] = []
  #open = new Map<string, Problem>()
  #last: readonly Problem[] = []
  #at = 0
  #closed = false
  #timer: NodeJS.Timeout | undefined

  /** @param node  URI of the node */
  constructor(
    node: string,
    kept: Keeping,
    log: Pick<Log, 'warn' | 'info'>,
    bounds: ProblemBounds = PROBLEM_BOUNDS,
  ) {
    this.#node = node
    this.#kept = kept
    this.#log = log
    this.#bounds = bounds
  }

  /** Those that stop acceptance first, then errors, then warnings; within these the oldest first. */
  get problems(): readonly Problem[] {
    return [...this.#last, ...this.#open.values()].toSorted(
      (one, two) => rankOf(one) - rankOf(two) || one.since - two.since,
    )
  }

  /** Milliseconds since 1970, when a source was asked last. */
  get at(): number {
    return this.#at
  }

  /** @param listener  notified from now on */
  listen(listener: ProblemListener): void {
    this.#listeners.push(listener)
  }

  /** Asks these from now on, in place of those before. What one found stays, if there is one of its name. */
  use(sources: readonly ProblemSource[]): void {
    if (this.#closed) return
    this.#before ??= new Map(this.#kept.read().map((problem) => [keyOf(problem), problem]))
    const former = new Map(this.#looked.map((one) => [one.source.name, one]))
    this.#looked = sources.map((source) => ({
      source,
      next: 0,
      looking: undefined,
      found: former.get(source.name)?.found ?? [],
      failing: former.get(source.name)?.failing ?? false,
    }))
    this.#settle(new Set())
    this.#timer ??= setInterval(() => this.#tick(), TICK)
    this.#timer.unref()
    this.#tick()
  }

  /**
   * Asks sources now, whether they are due or not; who comes meanwhile waits for the same looks. Never rejects.
   *
   * @param which  default: all of them
   */
  async look(which: (source: ProblemSource) => boolean = () => true): Promise<void> {
    if (this.#closed) return
    const now = this.#looked.filter(({ source }) => which(source))
    await Promise.all(now.map((one) => this.#lookOnce(one)))
  }

  /**
   * Asks nobody any more: what was found stays as it is, and is not over.
   *
   * @param last  what is there from now on, such as that the node is stopping
   */
  async close(last: readonly FoundProblem[] = []): Promise<void> {
    if (last.length > 0) this.#last = last.map((found) => this.#problemOf(found, wallTime()))
    clearInterval(this.#timer)
    this.#closed = true
    for (const ending of this.#endings) ending.abort(new Error('the node is stopping'))
    await Promise.all([...this.#looked.map(({ looking }) => looking), this.#written()])
  }

  /** Waits for what is written, but not for a disk that hangs. */
  async #written(): Promise<void> {
    try {
      await within(TICK, () => this.#kept.close())
    } catch (err) {
      this.#log.warn({ err }, 'since when there are problems could not be written down in time')
    }
  }

  #tick(): void {
    const now = monotonicTime()
    for (const one of this.#looked) if (one.next <= now) void this.#lookOnce(one)
    if (this.#before?.size && now - this.#began > this.#bounds.found) this.#endFormer()
  }

  #lookOnce(one: Looked): Promise<void> {
    one.looking ??= this.#look(one).finally(() => {
      one.looking = undefined
    })
    return one.looking
  }

  async #look(one: Looked): Promise<void> {
    const { source } = one
    one.next = monotonicTime() + source.every
    const ending = new AbortController()
    this.#endings.add(ending)
    const deadline = Math.max(TICK, this.#bounds.shown - source.every - TICK)
    try {
      const found = await limited(deadline, ending.signal, (ends) =>
        untilAborted(ends, () => source.find()),
      )
      one.found = found
      if (one.failing) this.#log.info({ source: source.name }, 'problems are looked for again')
      one.failing = false
    } catch (err) {
      if (this.#closed) return
      if (!one.failing) {
        this.#log.warn(
          { err, source: source.name },
          'problems could not be looked for: those that were found last stay; this is logged once',
        )
      }
      one.failing = true
    } finally {
      this.#endings.delete(ending)
    }
    this.#at = wallTime()
    // Another configuration may have taken its place meanwhile.
    if (this.#looked.includes(one)) this.#settle(new Set(one.found.map(keyOf)))
  }

  /** @param seen  keys of what was found just now: it begins, or goes on */
  #settle(seen: ReadonlySet<string>): void {
    const now = wallTime()
    const before = this.#open
    this.#open = new Map()
    const changes: (readonly [ProblemState, Problem])[] = []
    for (const found of this.#looked.flatMap((one) => one.found)) {
      const key = keyOf(found)
      if (this.#open.has(key)) continue
      const former = before.get(key)
      const problem = {
        ...found,
        since: former?.since ?? this.#begin(found, now),
        node: this.#node,
      }
      this.#open.set(key, problem)
      if (!former) changes.push(['begins', problem])
      else if (seen.has(key)) changes.push(['goes-on', problem])
    }
    for (const [key, problem] of before) if (!this.#open.has(key)) changes.push(['ends', problem])
    if (changes.some(([state]) => state !== 'goes-on')) this.#write()
    for (const [state, problem] of changes) this.#notify(state, problem)
  }

  /** @returns since when it is there */
  #begin(found: FoundProblem, now: number): number {
    const key = keyOf(found)
    const former = this.#before?.get(key)
    this.#before?.delete(key)
    return Math.min(found.since ?? now, former?.since ?? Number.POSITIVE_INFINITY)
  }

  #problemOf(found: FoundProblem, now: number): Problem {
    return { ...found, since: found.since ?? now, node: this.#node }
  }

  /** What a restart has ended, or what ended while the node did not run. */
  #endFormer(): void {
    const former = [...(this.#before?.values() ?? [])]
    this.#before?.clear()
    this.#write()
    for (const problem of former) this.#notify('ends', problem)
  }

  #write(): void {
    this.#kept.write([...this.#open.values(), ...(this.#before?.values() ?? [])])
  }

  #notify(state: ProblemState, problem: Problem): void {
    for (const listener of this.#listeners) listener(state, problem)
  }
}

/** What is the same problem has the same. */
export function keyOf({ name, subject }: Pick<Problem, 'name' | 'subject'>): string {
  return subject === undefined ? name : `${name}\n${subject}`
}

function rankOf({ stopsAcceptance, severity }: Problem): number {
  if (stopsAcceptance) return 0
  return severity === 'error' ? 1 : 2
}
