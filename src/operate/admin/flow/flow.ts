/** What flows through this node: counts and times of the last quarter of an hour, by transport and operation. */
import { wallTime } from '../../../base/time.js'
import type { NodeEvent } from '../../../message/events/events.js'
import type { FlowLine } from '../api.js'
import { type Counted, countedOf } from './counted.js'
import { Line } from './line.js'
import { MinuteCounts } from './minute-counts.js'

/** Milliseconds of a step. */
export const STEP = 5_000

/** Lines of one transport; what is called beyond them is counted with what has no name. */
const MAX_LINES = 100

export class Flow {
  readonly #clock: () => number
  /** By transport, then by operation; what has no name under the empty one. */
  readonly #lines = new Map<string, Map<string, Line>>()

  readonly #operations: ReadonlySet<string>
  /** Of the minute that runs. */
  readonly minute: MinuteCounts

  /**
   * @param operations  names of those that plugins have here. Default: none is known
   * @param clock       milliseconds since 1970
   */
  constructor(operations: readonly string[] = [], clock: () => number = wallTime) {
    this.#clock = clock
    this.#operations = new Set(operations)
    this.minute = new MinuteCounts(this.#operations)
  }

  readonly observe = (event: NodeEvent): void => {
    const counted = countedOf(event, this.#operations)
    if (!counted) return
    this.#add(counted)
    this.minute.add(counted)
  }

  /** The busiest first, and the end of their last step. */
  lines(most: number): { readonly at: number; readonly lines: readonly FlowLine[] } {
    const now = stepOf(this.#clock())
    const all = [...this.#lines].flatMap(([transport, lines]) =>
      [...lines]
        .filter(([, line]) => !line.isOver(now))
        .map(([operation, line]) => ({
          transport,
          operation: operation === '' ? undefined : operation,
          ...line.before(now),
        })),
    )
    const sums = new Map<FlowLine, number>(
      all.map((line) => [line, line.count.reduce((sum, one) => sum + one, 0)]),
    )
    const sumOf = (line: FlowLine) => sums.get(line) ?? 0
    const lines = all.toSorted((one, two) => sumOf(two) - sumOf(one)).slice(0, most)
    return { at: now * STEP, lines }
  }

  #add(counted: Counted): void {
    const { transport, operation = '', isDeclared } = counted
    const step = stepOf(this.#clock())
    const lines = this.#lines.get(transport) ?? new Map<string, Line>()
    if (lines.size === 0) this.#lines.set(transport, lines)
    const line = lines.get(operation) ?? lineFor(lines, isDeclared ? operation : '', step)
    line.add(step, counted)
  }
}

function stepOf(ms: number): number {
  return Math.floor(ms / STEP)
}

function lineFor(lines: Map<string, Line>, operation: string, step: number): Line {
  const existing = lines.get(operation)
  if (existing) return existing
  if (lines.size >= MAX_LINES && operation !== '') {
    for (const [name, line] of lines) if (line.isOver(step)) lines.delete(name)
    if (lines.size >= MAX_LINES) return lineFor(lines, '', step)
  }
  const line = new Line()
  lines.set(operation, line)
  return line
}
