/** Makes room where memory is short, once for all who wait for it. */
import type { Capacity } from './capacity.js'

export class Room {
  readonly #capacity: Capacity
  #making: Promise<void> | undefined

  constructor(capacity: Capacity) {
    this.#capacity = capacity
  }

  /** @param worker  forgets finished jobs */
  make(worker: { makeRoom(): Promise<void> }): Promise<void> {
    this.#making ??= this.#make(worker).finally(() => {
      this.#making = undefined
    })
    return this.#making
  }

  async #make(worker: { makeRoom(): Promise<void> }): Promise<void> {
    await worker.makeRoom()
    await this.#capacity.look()
  }
}
