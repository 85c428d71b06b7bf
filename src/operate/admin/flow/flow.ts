/** What flows through this node: counts and times of the last quarter of an hour, by transport and operation. */
import { wallTime } from '../../../base/time.js'
import type { ExchangeEnded, NodeEvent } from '../../../message/events/events.js'
import type { FlowLine } from '../api.js'
import { type Fault, Line } from './line.js'

/** Milliseconds of a step. */
export const STEP = 5_000

/** Lines of one transport; what is called beyond them is counted with what has no name. */
const MAX_LINES = 100

/** What runs jobs, as if it were a transport. */
const QUEUE = 'queue'

/** What was done, how far it is known, and the milliseconds that it took. */
type Ended = Pick<ExchangeEnded, 'transport' | 'operation'> & Partial<Pick<ExchangeEnded, 'ms'>>

export class Flow {
  readonly #clock: () => number
  /** By transport, then by operation; what has no name under the empty one. */
  readonly #lines = new Map<string, Map<string, Line>>()

  readonly #operations: ReadonlySet<string>

  /**
   * @param operations  names of those that plugins have here. Default: none is known
   * @param clock       milliseconds since 1970
   */
  constructor(operations: readonly string[] = [], clock: () => number = wallTime) {
    this.#clock = clock
    this.#operations = new Set(operations)
  }

  /** Counts messages as they come, and jobs as they end: an attempt of a job is no further message. */
  readonly observe = (event: NodeEvent): void => {
    switch (event.event) {
      case 'exchange': {
        if (event.attempt !== undefined) return
        const fault = faultOf(event)
        // Anybody can call what nobody knows: only what exists gets a line of its own.
        const isDeclared = fault !== 'client' || this.#operations.has(event.operation ?? '')
        this.#add(event, isDeclared, fault)
        return
      }
      case 'job': {
        if (event.outcome === 'suspended' || event.outcome === 'postponed') return
        const { operation, ms } = event
        this.#add(
          { transport: QUEUE, operation, ms },
          true,
          event.outcome === 'done' ? undefined : 'server',
        )
        return
      }
      case 'refused':
        this.#add({ transport: event.transport }, true, 'client')
        return
      case 'breaker':
      case 'connection':
      case 'opinion':
      case 'action':
        return
    }
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

  #add(
    { transport, operation = '', ms }: Ended,
    isDeclared: boolean,
    fault: Fault | undefined,
  ): void {
    const step = stepOf(this.#clock())
    const lines = this.#lines.get(transport) ?? new Map<string, Line>()
    if (lines.size === 0) this.#lines.set(transport, lines)
    const line = lines.get(operation) ?? lineFor(lines, isDeclared ? operation : '', step)
    line.add(step, fault, ms)
  }
}

/** @returns undefined for what did not fail */
function faultOf({ outcome, code }: ExchangeEnded): Fault | undefined {
  if (outcome !== 'fault' && outcome !== 'refused') return undefined
  return code === 'Server' ? 'server' : 'client'
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
