/** The JSON about destinations in hand; `api.ts` has that of all other resources. */

/** GET /api/destinations */
export interface DestinationsView {
  readonly destinations: readonly DestinationState[]
}

export interface DestinationState {
  readonly name: string
  /** False for one that is paused, and that the configuration does not have any more. */
  readonly configured: boolean
  /** Who has paused it, and when, in milliseconds since 1970; undefined if nobody has. */
  readonly paused?: { readonly by: string; readonly at: number } | undefined
  /** Of each of its addresses, in their order. */
  readonly circuits: readonly CircuitView[]
  /** Messages that are delayed, and those that wait behind them. */
  readonly waiting: number
  /** When the oldest of them was accepted, in milliseconds since 1970. */
  readonly oldest?: number | undefined
}

export interface CircuitView {
  readonly url: string
  readonly state: 'closed' | 'open' | 'trying'
  /** When one message may try again, in milliseconds since 1970, and why the last did not get through; of one that is open. */
  readonly next?: number | undefined
  readonly cause?: string | undefined
}

/** POST /api/destinations/:name/pause, POST /api/destinations/:name/resume */
export interface PausedView {
  readonly destination: string
  readonly paused: boolean
}

/** POST /api/destinations/:name/try */
export interface TriedView {
  readonly destination: string
  /** `not-sent`: something else held it up. `under-way`: its attempt has not ended after ten seconds. */
  readonly outcome: 'delivered' | 'failed' | 'not-sent' | 'under-way' | 'nothing-waits'
  /** Of the job. */
  readonly id?: string | undefined
  readonly cause?: string | undefined
}
