/** One attempt of a job on this node: it ends by itself, with its time, its lock, or its node. */

/** Why an attempt was ended from outside. */
export type Cut =
  /** Its time is over. */
  | 'late'
  /** Another node has taken the job, or may have. */
  | 'lost'
  /** This node stops, and gives the job back. */
  | 'given-back'

export class RunningAttempt {
  readonly #control = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #cutOff: Promise<never>
  #cut: Cut | undefined
  #reject: (error: Error) => void = () => undefined
  /** When its lock was renewed last, in milliseconds since 1970. */
  renewed = Date.now()

  /** @param timeLimit  milliseconds */
  constructor(timeLimit: number) {
    this.#cutOff = new Promise((_, reject) => {
      this.#reject = reject
    })
    // It may end before anybody waits for it.
    this.#cutOff.catch(() => undefined)
    this.#timer = setTimeout(
      () => this.end('late', `the attempt took longer than its ${timeLimit} ms`),
      timeLimit,
    )
  }

  get signal(): AbortSignal {
    return this.#control.signal
  }

  /** Why it was ended from outside; undefined if it was not. */
  get cut(): Cut | undefined {
    return this.#cut
  }

  end(cut: Cut, sentence: string): void {
    if (this.#cut) return
    this.#cut = cut
    const error = new Error(sentence)
    this.#control.abort(error)
    this.#reject(error)
  }

  /**
   * Does the work; what it gives once the attempt has been ended is dropped.
   *
   * @throws Error if the attempt was ended from outside
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([work(), this.#cutOff])
    } finally {
      clearTimeout(this.#timer)
    }
  }
}
