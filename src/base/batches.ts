/** Has the messages of one turn of the event loop processed one right after the other, and then their answers written. */
import { setImmediate } from './time.js'

/**
 * Reading a request, processing its message and writing its answer are different code, of which a processor has some
 * at hand only: done in batches, each takes less time. And to wake a sleeping reader takes the system longer than to
 * write a short answer: senders with many connections are woken by the first one, and awake for the others.
 */
export class Batches {
  #over: Promise<void> | undefined
  #end: () => void = () => undefined

  /** @returns the time when the turn has read all that there is to read */
  next(): Promise<void> {
    if (!this.#over) {
      this.#over = new Promise((resolve) => {
        this.#end = resolve
      })
      setImmediate(this.#next)
    }
    return this.#over
  }

  readonly #next = (): void => {
    this.#over = undefined
    this.#end()
  }
}
