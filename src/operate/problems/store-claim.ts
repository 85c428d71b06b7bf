/** Decides which of the nodes of a queue reports what they share: the one whose name stands in the store, for a while. */
import { monotonicTime, wallTime } from '../../base/time.js'
import type { JobQueue } from '../../store/queue/queue.js'
import type { Claim } from './reporting.js'

/** Where it stands among the named values of the store. */
const NAME = 'reporter of problems'

/** Milliseconds that a claim lasts, and after which it is renewed. */
const LASTS = 60_000
const RENEWED = 20_000
/** Milliseconds between two questions to the store. */
const REQUESTED = 4_000
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
  #requestedAt = Number.NEGATIVE_INFINITY
  /** When the store answered last; undefined if it never did. */
  #answeredAt: number | undefined
  /** True if it did not answer when it was asked last. */
  #silent = false
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
  }

  /** A store that does not answer leaves it as it is, for a while; one that never did gives it to every node. */
  get holds(): boolean {
    if (this.#holds || !this.#silent) return this.#holds
    return this.#answeredAt === undefined || this.#clocks.steady() - this.#answeredAt > FORSAKEN
  }

  renew(): Promise<void> {
    const { wall, steady } = this.#clocks
    const isFresh = this.#holds && this.#until - wall() > LASTS - RENEWED
    if (!this.#asking && (isFresh || steady() - this.#requestedAt < REQUESTED))
      return Promise.resolve()
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
    this.#requestedAt = steady()
    const store = this.#store()
    if (!store || store.problem !== undefined) {
      this.#silent = true
      return
    }
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
      this.#silent = false
    } catch {
      this.#silent = true
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
