/** Lets tests wait for what only events can bring, with one deadline for all. */

/** Milliseconds: many times what a busy machine needs, and less than ava waits for a test. */
export const PATIENCE = 60_000

interface Waiter {
  readonly look: () => void
  readonly fail: (error: Error) => void
}

/** Those who wait until something is so; they look whenever it may be. */
export class Waiting {
  readonly #waiters = new Set<Waiter>()
  #over: Error | undefined

  /** To be called after every change. */
  changed(): void {
    for (const { look } of this.#waiters) look()
  }

  /** Nothing will change any more. */
  over(error: Error): void {
    this.#over = error
    for (const { fail } of this.#waiters) fail(error)
  }

  /**
   * @param find     gives what is waited for, undefined as long as it is not there
   * @param instead  says what is there, for the error
   */
  until<Found>(find: () => Found | undefined, instead: () => string): Promise<Found> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(deadline)
        this.#waiters.delete(waiter)
      }
      const waiter: Waiter = {
        look: () => {
          const found = find()
          if (found === undefined) return
          leave()
          resolve(found)
        },
        fail: (error) => {
          leave()
          reject(error)
        },
      }
      const late = () => waiter.fail(new Error(`not within ${PATIENCE / 1000} s: ${instead()}`))
      const deadline = setTimeout(late, PATIENCE)
      this.#waiters.add(waiter)
      waiter.look()
      if (this.#over) waiter.fail(this.#over)
    })
  }
}
