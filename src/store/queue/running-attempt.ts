/** One attempt of a job on this node: it ends by itself, with its time, its lock, or its node. */
import { deferred } from '../../base/deferred.js'
import { clearTimeout, setTimeout } from '../../base/time.js'
import { timeText } from '../../base/units.js'
import type { Closeable } from './queue.js'

/** Why an attempt was ended from outside. */
export type Cut =
  /** Its time is over. */
  | 'late'
  /** Another node has taken the job, or may have. */
  | 'lost'
  /** This node stops, and gives the job back. */
  | 'given-back'

/** The reason of the signal of an attempt that was ended from outside. */
export class AttemptEnded extends Error {
  readonly by: Cut

  constructor(by: Cut, sentence: string) {
    super(sentence)
    this.name = 'AttemptEnded'
    this.by = by
  }
}

export class RunningAttempt {
  readonly #timer: NodeJS.Timeout
  #control: AbortController | undefined
  #cut: AttemptEnded | undefined
  readonly #opened: Closeable[] = []
  #released = false
  #reject: (error: Error) => void = () => undefined

  /** @param timeLimit  milliseconds */
  constructor(timeLimit: number) {
    this.#timer = setTimeout(
      () => this.end('late', `the attempt took longer than its ${timeText(timeLimit)}`),
      timeLimit,
    )
  }

  /** Made when it is asked for: not every operation listens to it. */
  get signal(): AbortSignal {
    if (!this.#control) {
      this.#control = new AbortController()
      if (this.#cut) this.#control.abort(this.#cut)
    }
    return this.#control.signal
  }

  /** Why it was ended from outside; undefined if it was not. */
  get cut(): Cut | undefined {
    return this.#cut?.by
  }

  end(by: Cut, sentence: string): void {
    if (this.#cut) return
    clearTimeout(this.#timer)
    this.#cut = new AttemptEnded(by, sentence)
    this.#control?.abort(this.#cut)
    this.#reject(this.#cut)
  }

  readonly closeAfter = (opened: Closeable): void => {
    if (this.#released) void opened.close()
    else this.#opened.push(opened)
  }

  /** Closes what was opened for the attempt. */
  async release(): Promise<void> {
    this.#released = true
    await Promise.all(this.#opened.splice(0).map((opened) => opened.close()))
  }

  /**
   * Does the work; what it gives once the attempt has been ended is dropped.
   *
   * @throws AttemptEnded if the attempt was ended from outside
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const ended = deferred<never>()
    this.#reject = ended.reject
    try {
      if (this.#cut) throw this.#cut
      return await Promise.race([work(), ended.promise])
    } finally {
      clearTimeout(this.#timer)
    }
  }
}
