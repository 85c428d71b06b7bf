/** Hands the counts of each minute to the journal, with marks for starts and reloads, and reads an hour, a day or a week of them. */
import { clearTimeout, monotonicTime, setTimeout, wallTime } from '../../../base/time.js'
import type {
  FlowMark,
  FlowSteps,
  MinuteStore,
  StepLine,
  Times,
} from '../../../store/journal/minutes/minutes.js'
import type { DurationsView, FlowLine } from '../api.js'
import { Latencies } from './latencies.js'
import { addQuantiles, emptySteps } from './line.js'
import type { MinuteCounts } from './minute-counts.js'
import { KEPT_WINDOWS, type KeptWindow } from './windows.js'

const MINUTE = 60_000
/** Milliseconds of a minute that is not worth a record of its own: it is counted with the next one. */
const SHORT = 1_000
/** Marks of this process, for the span that is not read from the journal. */
const MAX_MARKS = 50
/** Characters of a mark. */
const MAX_TEXT = 300

/** What is read of a window. */
export interface ReadWindow {
  readonly step: number
  /** Milliseconds since 1970, of the end of the last step. */
  readonly at: number
  readonly lines: readonly FlowLine[]
  readonly backlog: readonly (number | null)[]
  readonly marks: readonly FlowMark[]
  readonly durations: DurationsView
}

interface HistoryOptions {
  readonly counts: MinuteCounts
  /** Undefined if no journal is kept. */
  readonly store: MinuteStore | undefined
  /** How many jobs wait now; null if that is not known. */
  readonly waiting: () => number | null
  /** Of the node. */
  readonly version: string
  /** Lines that are shown. */
  readonly most: number
  /** Milliseconds since 1970. */
  readonly clock?: () => number
}

export class FlowHistory {
  readonly #options: HistoryOptions
  readonly #clock: () => number
  readonly #marks: FlowMark[] = []
  readonly #read = new Map<
    KeptWindow,
    { readonly at: number; readonly view: Promise<ReadWindow> }
  >()
  #timer: NodeJS.Timeout | undefined
  /** When the minute that is counted began, by the clock that nobody sets. */
  #began = monotonicTime()

  constructor(options: HistoryOptions) {
    this.#options = options
    this.#clock = options.clock ?? wallTime
  }

  /** Whether there is more than the last quarter of an hour. */
  get isKept(): boolean {
    return this.#options.store !== undefined
  }

  start(): void {
    this.#began = monotonicTime()
    this.#mark('start', this.#options.version)
    this.#next()
  }

  /** @param changed  keys of the configuration that are in effect now */
  reloaded(changed: readonly string[]): void {
    this.#mark('reload', changed.length === 0 ? 'nothing changed' : changed.join(', '))
  }

  async close(): Promise<void> {
    if (!this.#timer) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#mark('stop', '')
  }

  /** Ends the minute that is counted, and begins the next one. */
  flush(marks: readonly FlowMark[] = []): void {
    const { counts, store, waiting } = this.#options
    const elapsed = monotonicTime() - this.#began
    this.#began += elapsed
    // The middle of it, by the clock of the wall as it is now.
    const minute = Math.floor((this.#clock() - elapsed / 2) / MINUTE)
    const lines = counts.take()
    store?.keep({ minute, waiting: waiting(), lines, marks })
    this.#read.clear()
  }

  /** Of this process. @param since  milliseconds since 1970 */
  marks(since: number): readonly FlowMark[] {
    return this.#marks.filter(({ at }) => at >= since)
  }

  /**
   * Whole minutes up to the one that is counted, read once a minute at most.
   *
   * @returns undefined if no journal is kept
   */
  async read(name: KeptWindow): Promise<ReadWindow | undefined> {
    const { store } = this.#options
    if (!store) return undefined
    const at = Math.floor(this.#clock() / MINUTE) * MINUTE
    const before = this.#read.get(name)
    if (before?.at === at) return before.view
    const view = this.#readNow(store, name, at)
    this.#read.set(name, { at, view })
    view.catch(() => {
      if (this.#read.get(name)?.view === view) this.#read.delete(name)
    })
    return view
  }

  async #readNow(store: MinuteStore, name: KeptWindow, at: number): Promise<ReadWindow> {
    const { step, steps } = KEPT_WINDOWS[name]
    const from = at - step * steps
    const found = await store.read({ from, step, steps }, this.#options.most)
    return { step, at, ...shownSteps(found) }
  }

  #mark(kind: FlowMark['kind'], text: string): void {
    const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
    const mark = { at: this.#clock(), kind, text: short }
    this.#marks.push(mark)
    if (this.#marks.length > MAX_MARKS) this.#marks.shift()
    // At once, so that it is kept whatever happens next.
    this.flush([mark])
  }

  #next(): void {
    const left = MINUTE - (this.#clock() % MINUTE)
    this.#timer = setTimeout(
      () => {
        this.flush()
        this.#next()
      },
      left < SHORT ? left + MINUTE : left,
    ).unref()
  }
}

function shownSteps({ lines, waiting, marks }: FlowSteps): Omit<ReadWindow, 'step' | 'at'> {
  const durations = durationsOf(lines.flatMap(({ times }) => times))
  return { lines: lines.map(shownLine), backlog: waiting, marks, durations }
}

function shownLine(line: StepLine): FlowLine {
  const { transport, operation, done, clientFault, serverFault, refused, times } = line
  const shown = emptySteps()
  for (const [at, well] of done.entries()) {
    const client = (clientFault[at] ?? 0) + (refused[at] ?? 0)
    const server = serverFault[at] ?? 0
    shown.count.push(well + client + server)
    shown.failed.push(client + server)
    shown.clientFaults.push(client)
    shown.serverFaults.push(server)
    const classes = times[at] ?? []
    addQuantiles(shown, classes.length === 0 ? undefined : Latencies.of(classes))
  }
  const durations = durationsOf(times)
  return { transport, operation: operation === '' ? undefined : operation, ...shown, durations }
}

/** Of all steps together: that of a day is no sum of those of its hours. */
function durationsOf(steps: readonly Times[]): DurationsView {
  const all = Latencies.of(steps.flat())
  return { p50: all.quantile(0.5), p95: all.quantile(0.95), p99: all.quantile(0.99) }
}
