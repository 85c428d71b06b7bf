/** Counts exchanges by transport and operation, in plain numbers: this runs for every message. */
import type { ExchangeEnded } from '../../message/events/events.js'
import type { FaultCode } from '../../soap/version.js'
import { OTHER } from './counter.js'
import type { Labels, Sample, SpreadSample } from './exposed.js'
import { Spread } from './histogram.js'

/** Stands for a message that calls no operation, such as one that asks for a description. */
const NONE = 'none'

/** What is known of one transport and operation. */
class Cell {
  readonly labels: Labels
  readonly outcomes: Record<ExchangeEnded['outcome'], number> = {
    accepted: 0,
    pending: 0,
    reply: 0,
    fault: 0,
    document: 0,
    refused: 0,
  }
  readonly codes: Record<FaultCode, number> = {
    VersionMismatch: 0,
    MustUnderstand: 0,
    DataEncodingUnknown: 0,
    Client: 0,
    Server: 0,
  }
  readonly times = new Spread()
  received = 0
  answered = 0
  attachments = 0

  constructor(transport: string, operation: string) {
    this.labels = { transport, operation }
  }
}

/** The cells of one transport. */
class Line {
  readonly cells: ReadonlyMap<string, Cell>
  readonly none: Cell
  readonly other: Cell

  constructor(transport: string, operations: readonly string[]) {
    this.cells = new Map(operations.map((name) => [name, new Cell(transport, name)]))
    this.none = new Cell(transport, NONE)
    this.other = new Cell(transport, OTHER)
  }

  get all(): readonly Cell[] {
    return [...this.cells.values(), this.none, this.other]
  }
}

export class Exchanges {
  readonly #lines: ReadonlyMap<string, Line>
  readonly #other: Line

  /** What is not among the names that are given here counts as `other`: peers make up names. */
  constructor(transports: readonly string[], operations: readonly string[]) {
    this.#lines = new Map(transports.map((name) => [name, new Line(name, operations)]))
    this.#other = new Line(OTHER, operations)
  }

  add(event: ExchangeEnded): void {
    const { operation, code } = event
    const line = this.#lines.get(event.transport) ?? this.#other
    const cell = operation === undefined ? line.none : (line.cells.get(operation) ?? line.other)
    if (code !== undefined) cell.codes[code] += 1
    // What comes from the queue was counted when it came in, and its attempts are jobs.
    if (event.attempt !== undefined) return
    cell.outcomes[event.outcome] += 1
    cell.times.add(event.ms)
    cell.received += event.bytes ?? 0
    cell.answered += event.answerLength ?? 0
    cell.attachments += event.attachments ?? 0
  }

  /** Messages over a transport that were taken in, or turned away. */
  arrived(transport: string, how: 'received' | 'refused'): number {
    const { all } = this.#lines.get(transport) ?? this.#other
    return all
      .flatMap(({ outcomes }) => Object.entries(outcomes))
      .filter(([outcome]) => (outcome === 'refused') === (how === 'refused'))
      .reduce((sum, [, number]) => sum + number, 0)
  }

  get outcomes(): readonly Sample[] {
    return this.#samples(({ outcomes }) => Object.entries(outcomes), 'outcome')
  }

  get faults(): readonly Sample[] {
    return this.#samples(({ codes }) => Object.entries(codes), 'code')
  }

  get times(): readonly SpreadSample[] {
    return this.#cells
      .filter(({ times }) => times.count > 0)
      .map(({ labels, times }) => ({ labels, spread: times }))
  }

  /** The sum over a transport's operations. */
  sum(of: 'received' | 'answered' | 'attachments'): readonly Sample[] {
    return [...this.#lines].map(([transport, { all }]) => ({
      labels: { transport },
      value: all.reduce((sum, cell) => sum + cell[of], 0),
    }))
  }

  get #cells(): readonly Cell[] {
    return [...this.#lines.values(), this.#other].flatMap(({ all }) => all)
  }

  #samples(numbers: (cell: Cell) => readonly [string, number][], label: string): readonly Sample[] {
    return this.#cells.flatMap((cell) =>
      numbers(cell)
        .filter(([, value]) => value > 0)
        .map(([name, value]) => ({ labels: { ...cell.labels, [label]: name }, value })),
    )
  }
}
