/** Counts what flows until it is taken, once a minute: by transport, operation, outcome and class of latency. */
import type { MinuteLine, Outcomes } from '../../../store/journal/minutes/minutes.js'
import type { Counted } from './counted.js'
import { Latencies } from './latencies.js'

/** Lines of a minute for operations that this node does not have; what comes beyond them is counted without its name. */
const MAX_OTHERS = 50

class Cell implements Outcomes<number> {
  readonly transport: string
  readonly operation: string
  done = 0
  clientFault = 0
  serverFault = 0
  refused = 0
  readonly latencies = new Latencies()

  constructor(transport: string, operation: string) {
    this.transport = transport
    this.operation = operation
  }

  get line(): MinuteLine {
    const { transport, operation, done, clientFault, serverFault, refused, latencies } = this
    const { times } = latencies
    return { transport, operation, done, clientFault, serverFault, refused, times }
  }
}

export class MinuteCounts {
  readonly #operations: ReadonlySet<string>
  readonly #cells = new Map<string, Map<string, Cell>>()
  #others = 0

  /** @param operations  names of those that this node has: each has a line of its own */
  constructor(operations: ReadonlySet<string>) {
    this.#operations = operations
  }

  add({ transport, operation = '', isDeclared, outcome, ms }: Counted): void {
    const cells = this.#cells.get(transport) ?? new Map<string, Cell>()
    if (cells.size === 0) this.#cells.set(transport, cells)
    const cell = cells.get(operation) ?? this.#cellIn(cells, transport, isDeclared ? operation : '')
    cell[outcome] += 1
    if (ms !== undefined) cell.latencies.add(ms)
  }

  /** What was counted since this was called last. */
  take(): readonly MinuteLine[] {
    const lines = [...this.#cells.values()].flatMap((cells) =>
      [...cells.values()].map(({ line }) => line),
    )
    this.#cells.clear()
    this.#others = 0
    return lines
  }

  #cellIn(cells: Map<string, Cell>, transport: string, operation: string): Cell {
    const existing = cells.get(operation)
    if (existing) return existing
    if (operation !== '' && !this.#operations.has(operation)) {
      if (this.#others >= MAX_OTHERS) return this.#cellIn(cells, transport, '')
      this.#others += 1
    }
    const made = new Cell(transport, operation)
    cells.set(operation, made)
    return made
  }
}
