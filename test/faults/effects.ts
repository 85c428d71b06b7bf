/** Follows the file of the effects: what was run, how often, when, by which process. */
import { closeSync, existsSync, fstatSync, openSync, readSync, watch } from 'node:fs'
import type { Span } from './moments.js'

export interface Effect {
  readonly id: string
  /** Names the run. */
  readonly run: string
  readonly phase: 'begun' | 'done' | 'aborted'
  readonly pid: number
  /** In milliseconds, by the clock of `now`. */
  readonly at: number
}

export class Effects {
  readonly file: string
  /** The runs of each id, in the order in which they came about. */
  readonly runs = new Map<string, Effect[]>()
  #offset = 0

  constructor(file: string) {
    this.file = file
  }

  /** Reads what was added; a line that is not whole yet is left for the next time. */
  read(): this {
    if (!existsSync(this.file)) return this
    const file = openSync(this.file, 'r')
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - this.#offset))
      const length = readSync(file, bytes, 0, bytes.length, this.#offset)
      const whole = length === 0 ? 0 : bytes.lastIndexOf(10, length - 1) + 1
      this.#offset += whole
      const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1)
      for (const line of lines) this.#take(JSON.parse(line))
    } finally {
      closeSync(file)
    }
    return this
  }

  /**
   * Waits until something holds for what was read.
   *
   * @returns false if it does not when the time is over
   */
  async until(holds: () => boolean, deadline: number): Promise<boolean> {
    const look = () => {
      this.read()
      return holds()
    }
    if (look()) return true
    return new Promise((resolve) => {
      const watcher = watch(this.file, () => {
        if (look()) end()
      })
      const timer = setTimeout(() => end(), deadline)
      const end = () => {
        clearTimeout(timer)
        watcher.close()
        resolve(look())
      }
      // What was written before the watching began is no event.
      if (look()) end()
    })
  }

  /** Waits until every id has run. @returns those that have not when the time is over */
  async missing(ids: Iterable<string>, deadline: number): Promise<readonly string[]> {
    let left = [...ids]
    await this.until(() => {
      left = left.filter((id) => !this.runs.has(id))
      return left.length === 0
    }, deadline)
    return left
  }

  /** Ids that have come about more than once. */
  get doubled(): readonly string[] {
    return [...this.runs].filter(([, runs]) => done(runs).length > 1).map(([id]) => id)
  }

  /** Those of them that ran again with nothing between two runs that would excuse it. */
  unexcused(excuses: readonly Span[]): readonly string[] {
    return this.doubled.filter((id) => {
      const runs = done(this.runs.get(id) ?? [])
      return runs.some((run, index) => {
        const next = runs[index + 1]
        if (!next) return false
        return !excuses.some(({ from, to }) => run.at <= to && next.at >= from)
      })
    })
  }

  #take(effect: Effect): void {
    const runs = this.runs.get(effect.id)
    if (runs) runs.push(effect)
    else this.runs.set(effect.id, [effect])
  }
}

function done(runs: readonly Effect[]): readonly Effect[] {
  return runs.filter(({ phase }) => phase === 'done')
}
