/** The exchanges that this node has under way, and what goes on of those that nobody waits for any more. */
import { onAbort } from '../base/deadline.js'
import { type Deferred, deferred } from '../base/deferred.js'
import { Ending } from '../base/ending.js'

/** The end of an exchange that is under way, and where it stands among them. */
class OpenEnding extends Ending {
  at = 0
}

export class UnderWay {
  /** In no order: the last one takes the place of one that ends, which costs less than a set. */
  readonly #open: OpenEnding[] = []
  readonly #late = new Set<Promise<unknown>>()
  #idle: Deferred<void> | undefined

  begin(): OpenEnding {
    const ends = new OpenEnding()
    ends.at = this.#open.push(ends) - 1
    return ends
  }

  end(ends: OpenEnding): void {
    const last = this.#open.pop()
    if (last && last !== ends) {
      this.#open[ends.at] = last
      last.at = ends.at
    }
    this.#look()
  }

  /** Its sender was told that its time is over: what came of it is remembered once it has ended. */
  goesOn(work: Promise<unknown>): void {
    this.#late.add(work)
    const over = () => {
      this.#late.delete(work)
      this.#look()
    }
    work.then(over, over)
  }

  /** Aborts the signal of every exchange that still runs. */
  abort(): void {
    for (const ends of this.#open) ends.abort(new Error('the node is stopping'))
  }

  /** Resolves once nothing is under way, or the signal ends. */
  async over(signal: AbortSignal): Promise<void> {
    if (this.#isOver) return
    this.#idle ??= deferred()
    const { promise, resolve } = this.#idle
    await onAbort(signal, resolve, promise)
  }

  get #isOver(): boolean {
    return this.#open.length === 0 && this.#late.size === 0
  }

  #look(): void {
    if (this.#isOver) this.#idle?.resolve()
  }
}
