/** Adds up the records of minutes by the steps of a window, in bounded memory. */
import type {
  FlowMark,
  FlowSteps,
  MinuteLine,
  MinuteRecord,
  MinuteWindow,
  StepLine,
  Times,
} from './minutes.js'

export const MINUTE = 60_000

/** Lines that are added up; what comes beyond them is added to the line of its transport without an operation. */
const MAX_LINES = 200
/** Marks of a window; the newest are kept. */
const MAX_MARKS = 200

class Sums {
  readonly transport: string
  readonly operation: string
  readonly done: number[]
  readonly clientFault: number[]
  readonly serverFault: number[]
  readonly refused: number[]
  readonly times: (Map<number, number> | undefined)[]
  sum = 0

  constructor(transport: string, operation: string, steps: number) {
    const zeros = () => new Array<number>(steps).fill(0)
    this.transport = transport
    this.operation = operation
    this.done = zeros()
    this.clientFault = zeros()
    this.serverFault = zeros()
    this.refused = zeros()
    this.times = new Array(steps).fill(undefined)
  }

  add(at: number, { done, clientFault, serverFault, refused, times }: MinuteLine): void {
    plus(this.done, at, done)
    plus(this.clientFault, at, clientFault)
    plus(this.serverFault, at, serverFault)
    plus(this.refused, at, refused)
    this.sum += done + clientFault + serverFault + refused
    if (times.length === 0) return
    const existing = this.times[at]
    const classes = existing ?? new Map<number, number>()
    if (!existing) this.times[at] = classes
    for (const [latency, count] of times) classes.set(latency, (classes.get(latency) ?? 0) + count)
  }

  get line(): StepLine {
    const { transport, operation, done, clientFault, serverFault, refused } = this
    const times = this.times.map((classes): Times => (classes ? [...classes] : []))
    return { transport, operation, done, clientFault, serverFault, refused, times }
  }
}

export class MergedMinutes {
  readonly #window: MinuteWindow
  readonly #lines = new Map<string, Sums>()
  readonly #waiting: (number | null)[]
  #marks: FlowMark[] = []

  constructor(window: MinuteWindow) {
    this.#window = window
    this.#waiting = new Array<null>(window.steps).fill(null)
  }

  /** A record outside the window is left out. */
  add({ minute, waiting, lines, marks }: MinuteRecord): void {
    const { from, step, steps } = this.#window
    this.#mark(marks)
    const at = Math.floor((minute * MINUTE - from) / step)
    if (at < 0 || at >= steps) return
    if (waiting !== null) this.#waiting[at] = Math.max(this.#waiting[at] ?? 0, waiting)
    for (const line of lines) this.#sums(line.transport, line.operation).add(at, line)
  }

  /** @param most  lines: the busiest */
  steps(most: number): FlowSteps {
    const busiest = [...this.#lines.values()].sort((one, other) => other.sum - one.sum)
    return {
      lines: busiest.slice(0, most).map(({ line }) => line),
      waiting: this.#waiting,
      marks: this.#marks.toSorted((one, other) => one.at - other.at).slice(-MAX_MARKS),
    }
  }

  #mark(marks: readonly FlowMark[]): void {
    const { from, step, steps } = this.#window
    this.#marks.push(...marks.filter(({ at }) => at >= from && at < from + step * steps))
    if (this.#marks.length > 2 * MAX_MARKS) this.#marks = this.#marks.slice(-MAX_MARKS)
  }

  #sums(transport: string, operation: string): Sums {
    const key = `${transport} ${operation}`
    const existing = this.#lines.get(key)
    if (existing) return existing
    if (this.#lines.size >= MAX_LINES && operation !== '') return this.#sums(transport, '')
    const made = new Sums(transport, operation, this.#window.steps)
    this.#lines.set(key, made)
    return made
  }
}

function plus(counts: number[], at: number, count: number): void {
  counts[at] = (counts[at] ?? 0) + count
}
