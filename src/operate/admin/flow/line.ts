/** Counts what one transport did with one operation, step by step, with the times that it took. */
import type { Counted } from './counted.js'
import { Latencies } from './latencies.js'

/** Steps that are kept: with `STEP`, a quarter of an hour. */
export const STEPS = 180

/** Lists with a number for each step, oldest first. */
export interface LineSteps {
  readonly count: number[]
  /** Client faults, server faults and what was refused. */
  readonly failed: number[]
  /** With what was refused before it was a message. */
  readonly clientFaults: number[]
  readonly serverFaults: number[]
  readonly p50: (number | null)[]
  readonly p95: (number | null)[]
  readonly p99: (number | null)[]
}

export class Line {
  readonly #count = new Uint32Array(STEPS)
  readonly #client = new Uint32Array(STEPS)
  readonly #server = new Uint32Array(STEPS)
  readonly #latencies: (Latencies | undefined)[] = new Array(STEPS).fill(undefined)
  /** Number of the newest step that something was counted in. */
  #latest = Number.NEGATIVE_INFINITY

  /** True if all that was counted is too old to be shown. */
  isOver(step: number): boolean {
    return step - this.#latest >= STEPS
  }

  add(step: number, { outcome, ms }: Pick<Counted, 'outcome' | 'ms'>): void {
    if (step > this.#latest) this.#forget(step)
    const index = step % STEPS
    plusOne(this.#count, index)
    if (outcome === 'serverFault') plusOne(this.#server, index)
    else if (outcome !== 'done') plusOne(this.#client, index)
    if (ms === undefined) return
    const existing = this.#latencies[index]
    const latencies = existing ?? new Latencies()
    if (!existing) this.#latencies[index] = latencies
    latencies.add(ms)
  }

  /** What is known of the steps before one, oldest first. */
  before(step: number): LineSteps {
    const shown = emptySteps()
    for (let at = step - STEPS; at < step; at += 1) {
      const index = ((at % STEPS) + STEPS) % STEPS
      const recognised = at <= this.#latest && at > this.#latest - STEPS
      const numberIn = (counts: Uint32Array) => (recognised ? (counts[index] ?? 0) : 0)
      const client = numberIn(this.#client)
      const server = numberIn(this.#server)
      shown.count.push(numberIn(this.#count))
      shown.failed.push(client + server)
      shown.clientFaults.push(client)
      shown.serverFaults.push(server)
      addQuantiles(shown, recognised ? this.#latencies[index] : undefined)
    }
    return shown
  }

  #forget(step: number): void {
    for (let at = Math.max(this.#latest + 1, step - STEPS + 1); at <= step; at += 1) {
      const index = at % STEPS
      this.#count[index] = 0
      this.#client[index] = 0
      this.#server[index] = 0
      this.#latencies[index] = undefined
    }
    this.#latest = step
  }
}

export function emptySteps(): LineSteps {
  return { count: [], failed: [], clientFaults: [], serverFaults: [], p50: [], p95: [], p99: [] }
}

/** Of one more step. @param latencies  undefined if nothing took any time */
export function addQuantiles(to: LineSteps, latencies: Latencies | undefined): void {
  to.p50.push(latencies?.quantile(0.5) ?? null)
  to.p95.push(latencies?.quantile(0.95) ?? null)
  to.p99.push(latencies?.quantile(0.99) ?? null)
}

function plusOne(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1
}
