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
  /** Of this node's queue. */
  readonly jobs: readonly JobSummary[]
  readonly away: readonly AwayView[]
}
