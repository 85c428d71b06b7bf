/** Decides which of the nodes of a queue reports what they share: the one whose name stands in the store, for a while. */
import { monotonicTime, wallTime } from '../../base/time.js'
import type { JobQueue } from '../../store/queue/queue.js'
import type { Claim } from './reporting.js'

/** Where it stands among the named values of the store. */
const NAME = 'reporter of problems'

/** Milliseconds that a claim lasts, and after which it is renewed. */
const LASTS = 60_000
const RENEWED = 10_000
/** Milliseconds between two questions to the store. */
const ASKED = 4_000
/** Milliseconds of a store that does not answer after which every node reports: who had the claim may have ended. */
const FORSAKEN = 300_000

type Store = Pick<JobQueue, 'head' | 'keepHead' | 'problem'>

interface Clocks {
  readonly wall: () => number
  /** Milliseconds that only go up. */
  readonly steady: () => number
}

export class StoreClaim implements Claim {
  readonly #store: () => Store | undefined
  readonly #owner: string
  readonly #clocks: Clocks
  #holds = false
  /** Until when this node has it, in milliseconds since 1970. */
  #until = 0
  #askedAt = Number.NEGATIVE_INFINITY
  #answeredAt: number
  #asking: Promise<void> | undefined

  /**
   * @param store  undefined before it is open
   * @param owner  tells this process from all others
   */
  constructor(
    store: () => Store | undefined,
    owner: string,
    clocks: Clocks = { wall: wallTime, steady: monotonicTime },
  ) {
    this.#store = store
    this.#owner = owner
    this.#clocks = clocks
    this.#answeredAt = clocks.steady()
  }

  /** A store that does not answer leaves it as it is, for a while. */
  get holds(): boolean {
    return this.#holds || this.#clocks.steady() - this.#answeredAt > FORSAKEN
  }

  renew(): Promise<void> {
    const { wall, steady } = this.#clocks
    const isFresh = this.#holds && this.#until - wall() > LASTS - RENEWED
    if (!this.#asking && (isFresh || steady() - this.#askedAt < ASKED)) return Promise.resolve()
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async release(): Promise<void> {
    if (!this.#holds) return
    this.#holds = false
    try {
      const store = this.#store()
      const before = await store?.head(NAME)
      if (before !== undefined && ownerOf(before) === this.#owner) {
        await store?.keepHead(NAME, before, claimText(this.#owner, 0))
      }
    } catch {
      // It ends by itself.
    }
  }

  async #ask(): Promise<void> {
    const { wall, steady } = this.#clocks
    this.#askedAt = steady()
    const store = this.#store()
    if (!store || store.problem !== undefined) return
    try {
      const before = await store.head(NAME)
      const isMine = ownerOf(before) === this.#owner
      if (!isMine && untilOf(before) > wall()) {
        this.#holds = false
      } else {
        const until = wall() + LASTS
        // Of several nodes that try, one gets it.
        this.#holds = await store.keepHead(NAME, before, claimText(this.#owner, until))
        this.#until = until
      }
      this.#answeredAt = steady()
    } catch {
      // That the store does not answer is a problem of its own.
    }
  }
}

function claimText(owner: string, until: number): string {
  return `${until} ${owner}`
}

function untilOf(text: string | undefined): number {
  return Number(/^\d{1,15}/.exec(text ?? '')?.[0] ?? 0)
}

function ownerOf(text: string | undefined): string | undefined {
  return /^\d{1,15} (.*)$/s.exec(text ?? '')?.[1]
}
