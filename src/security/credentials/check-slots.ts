/** Lets a few pieces of work run at once, and a bounded number of others wait for their turn. */
import { NotChecked } from '../../message/credentials.js'
import { networkOf } from '../rate-limit.js'

/** Each takes 16 MiB and tens of milliseconds of a thread that files and names are looked up with, too. */
const AT_ONCE = 2
/** Those that wait, in all, and for one network. */
const MAX_WAITING = 64
const MAX_PER_NETWORK = 8
/** Seconds after which whoever did not get a place may try again. */
const RETRY_AFTER = 1

export class CheckSlots {
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #ofEach = new Map<string, number>()

  /** @throws NotChecked busy */
  async take<Result>(address: string | undefined, work: () => Promise<Result>): Promise<Result> {
    const network = networkOf(address)
    const own = this.#ofEach.get(network) ?? 0
    if (own >= MAX_PER_NETWORK || this.#waiting.length >= MAX_WAITING) {
      throw new NotChecked('busy', RETRY_AFTER)
    }
    this.#ofEach.set(network, own + 1)
    try {
      await this.#turn()
      return await work()
    } finally {
      this.#next()
      const left = (this.#ofEach.get(network) ?? 1) - 1
      if (left === 0) this.#ofEach.delete(network)
      else this.#ofEach.set(network, left)
    }
  }

  /** A place that is given up goes to who waits longest. */
  #turn(): Promise<void> | undefined {
    if (this.#running < AT_ONCE) {
      this.#running += 1
      return undefined
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  #next(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running -= 1
  }
}
