/** What the admin API describes exchanges, at this node and at others that it asks. */
import type { Captured, JournalEntry, JournalStats } from '../../store/journal/journal.js'
import type { JobSummary } from '../../store/queue/listing.js'

/** GET /api/exchanges?id=&key=&peer=&operation=&outcome=&transport=&since=&until=&after=&limit= */
export interface ExchangesView {
  /** Newest first. */
  readonly entries: readonly JournalEntry[]
  readonly next: string | undefined
  /** Of all journals that answered. */
  readonly stats: JournalStats
  readonly away: readonly AwayView[]
}

/** Another node of `journal.nodes` that did not answer: what only it knows is missing. */
export interface AwayView {
  readonly name: string
  readonly why: string
}

/** GET /api/exchanges/:id, by any id of it. GET /api/events is a stream of JournalEntry (server-sent events). */
export interface ExchangeView {
  /** Oldest first, of all nodes that share the journal, and of those that are asked. */
  readonly path: readonly JournalEntry[]
  /** A sentence for each time that it was sent, the oldest first: what happened to it. */
  readonly became: readonly string[]
  readonly envelopes: readonly Captured[]
  /** Envelopes that were kept, and that the caller has no right to read. */
  readonly hidden: number
  /** Of this node's queue. */
  readonly jobs: readonly JobSummary[]
  readonly away: readonly AwayView[]
}

/** GET /api/exchanges/causes, with what GET /api/exchanges takes, but `after` and `limit`. */
export interface CausesView {
  /** The largest first. */
  readonly groups: readonly CauseGroup[]
  /** Entries that were read, the newest. */
  readonly looked: number
  /** False if there are older ones, which were not read. */
  readonly all: boolean
  /** Failures that are in none of `groups`, as there are too many. */
  readonly others: number
  readonly away: readonly AwayView[]
}

/** Failures whose causes differ in numbers and quoted text only. */
export interface CauseGroup {
  /** What their causes have in common; empty for those without one. */
  readonly group: string
  /** The cause of the newest. */
  readonly cause: string | undefined
  /** At whom the failure is: the sender, or the node and what it sends to. */
  readonly side: 'client' | 'server'
  readonly count: number
  readonly operations: readonly string[]
  /** Milliseconds since 1970, of the first and the last. */
  readonly first: number
  readonly last: number
}
