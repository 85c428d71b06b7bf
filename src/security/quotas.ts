/** Counts the messages of each peer against its rate and its quota; each node of a cluster counts its own. */
import { SlidingWindow } from '../base/sliding-window.js'
import { monotonicTime } from '../base/time.js'
import type { PeerConfig } from '../config/security.js'

type Bound = 'rate' | 'quota'
const BOUNDS: readonly Bound[] = ['rate', 'quota']

/** A message that is one too many. */
export interface Excess {
  readonly bound: Bound
  /** Seconds, at least one, until there is room for one more. */
  readonly retryAfter: number
  /** True for the first of a time: the log reports that one. */
  readonly first: boolean
}

interface Counted {
  readonly per: number
  most: number
  readonly window: SlidingWindow
  /** Until when the log has been told. */
  reportedUntil: number
}

export class Quotas {
  readonly #clock: () => number
  #counted: ReadonlyMap<string, readonly (readonly [Bound, Counted])[]> = new Map()

  /** @param clock  milliseconds, never running back */
  constructor(peers: Readonly<Record<string, PeerConfig>>, clock = () => monotonicTime()) {
    this.#clock = clock
    this.use(peers)
  }

  /** Goes on with other bounds; what was counted counts on where the time is the same. */
  use(peers: Readonly<Record<string, PeerConfig>>): void {
    const before = this.#counted
    this.#counted = new Map(
      Object.entries(peers).flatMap(([name, peer]) => {
        const former = new Map(before.get(name))
        const counted = BOUNDS.flatMap((bound) => {
          const { messages: most, per } = peer[bound] ?? {}
          if (most === undefined || per === undefined) return []
          const counted = former.get(bound)
          const window = counted?.per === per ? counted.window : new SlidingWindow(per)
          return [
            [bound, { per, most, window, reportedUntil: counted?.reportedUntil ?? 0 }] as const,
          ]
        })
        return counted.length > 0 ? [[name, counted] as const] : []
      }),
    )
  }

  /** Takes a message of a peer; one that is too many is not counted. */
  take(peer: string): Excess | undefined {
    const bounds = this.#counted.get(peer)
    if (!bounds) return undefined
    const now = this.#clock()
    for (const [bound, counted] of bounds) {
      const wait = counted.window.wait(counted.most, now)
      if (wait > 0) return excess(bound, counted, wait, now)
    }
    for (const [, { window }] of bounds) window.add(now)
    return undefined
  }
}

function excess(bound: Bound, counted: Counted, wait: number, now: number): Excess {
  const first = counted.reportedUntil <= now
  if (first) counted.reportedUntil = now + counted.per
  return { bound, retryAfter: Math.max(1, Math.ceil(wait / 1000)), first }
}
