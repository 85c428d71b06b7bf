/** Keeps the process from exiting in the middle of a call of SQLite: the binding would abort it. */
import { monotonicTime } from '../../base/time.js'

/** Places in the shared memory. */
const WORKING = 0
const EXITING = 1
/** Milliseconds that an exit waits for a call: a disk that does not answer must not keep the process. */
const PATIENCE = 30_000

export class ExitLock {
  /** Goes to the thread with its options. */
  readonly shared: SharedArrayBuffer
  readonly #cells: Int32Array

  constructor(shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared
    this.#cells = new Int32Array(shared)
  }

  /** In the thread: runs what calls SQLite, or nothing any more once the process exits. */
  whileWorking<T>(work: () => T): T {
    Atomics.add(this.#cells, WORKING, 1)
    try {
      // Set by the process first and read by it second, so one of the two sees the other.
      if (Atomics.load(this.#cells, EXITING) === 1) this.#park()
      return work()
    } finally {
      Atomics.sub(this.#cells, WORKING, 1)
      Atomics.notify(this.#cells, WORKING)
    }
  }

  /** In the process, at its exit: returns once the thread is in no call, and will begin none. */
  exit(): void {
    Atomics.store(this.#cells, EXITING, 1)
    const until = monotonicTime() + PATIENCE
    let working = Atomics.load(this.#cells, WORKING)
    while (working > 0 && monotonicTime() < until) {
      Atomics.wait(this.#cells, WORKING, working, until - monotonicTime())
      working = Atomics.load(this.#cells, WORKING)
    }
  }

  #park(): void {
    Atomics.store(this.#cells, WORKING, 0)
    Atomics.notify(this.#cells, WORKING)
    // Ends with the process, which waits for nobody now.
    Atomics.wait(this.#cells, EXITING, 1)
  }
}
