/** The heartbeat of the event loop, in memory that both threads share. */

/** Which lines the log takes: the thread writes no others. */
export type Logged = 'nothing' | 'errors'

export class Heartbeat {
  readonly shared: SharedArrayBuffer
  /** When the loop came round last, by the clock of the system that never is set, in nanoseconds. */
  readonly #beat: BigInt64Array
  readonly #logged: Int32Array

  /** @param shared  of another one. Default: a new one, whose loop has just come round */
  constructor(shared?: SharedArrayBuffer) {
    this.shared = shared ?? new SharedArrayBuffer(16)
    this.#beat = new BigInt64Array(this.shared, 0, 1)
    this.#logged = new Int32Array(this.shared, 8, 1)
  }

  beat(logged: Logged): void {
    Atomics.store(this.#beat, 0, process.hrtime.bigint())
    Atomics.store(this.#logged, 0, logged === 'errors' ? 1 : 0)
  }

  get last(): bigint {
    return Atomics.load(this.#beat, 0)
  }

  get logged(): Logged {
    return Atomics.load(this.#logged, 0) === 1 ? 'errors' : 'nothing'
  }
}

/** Milliseconds between two moments of `process.hrtime.bigint()`. */
export function millisecondsBetween(from: bigint, until: bigint): number {
  return Number(until - from) / 1e6
}
