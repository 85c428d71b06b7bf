/** Lets the answers of one turn of the event loop be written one right after the other, all but the first. */
import { setImmediate } from '#transport/time'

/**
 * To wake a sleeping reader takes the system longer than to write a short answer. Senders with many
 * connections are woken by the first answer, and awake for the others.
 */
export class Turns {
  /** True once a turn has had its first answer. */
  #begun = false
  #over: Promise<void> | undefined
  #end: () => void = () => undefined

  /** @returns undefined for the first of a turn, which is not to wait; for the others, the end of the turn */
  next(): Promise<void> | undefined {
    if (this.#begun) {
      this.#over ??= new Promise((resolve) => {
        this.#end = resolve
      })
      return this.#over
    }
    this.#begun = true
    setImmediate(this.#next)
    return undefined
  }

  readonly #next = (): void => {
    this.#begun = false
    this.#over = undefined
    this.#end()
  }
}
