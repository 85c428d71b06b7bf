/** The JSON that the admin API answers with, for the console and for programs; docs/admin.md describes each resource. */
import type { Captured, JournalEntry, JournalStats } from '../journal/journal.js'
import type { QueueStats } from '../queue/admin.js'
import type { JobSummary } from '../queue/listing.js'

/** GET /api/node */
export interface NodeView {
  readonly uri: string
  readonly version: string
  readonly role: 'all' | 'listener' | 'worker'
  /** Milliseconds since 1970. */
  readonly started: number
  readonly listening: readonly { readonly transport: string; readonly urls: readonly string[] }[]
  readonly plugins: readonly string[]
  readonly ready: boolean
  readonly checks: Readonly<Record<string, string>>
  /** What the caller may do: `read` looks, `change` also acts. */
  readonly may: 'read' | 'change'
}

/** GET /api/flow: the last quarter of an hour at this node, in steps. */
export interface FlowView {
  /** Milliseconds of a step. */
  readonly step: number
  /** Milliseconds since 1970, of the end of the last step. */
  readonly at: number
  /** The busiest first. */
  readonly lines: readonly FlowLine[]
  readonly backlog: readonly (number | null)[]
  readonly queue: QueueStats | undefined
}

/** Of one transport and operation; the lists have a number for each step, oldest first. */
export interface FlowLine {
  readonly transport: string
  readonly operation: string | undefined
  readonly count: readonly number[]
  readonly failed: readonly number[]
  /** Milliseconds; null where nothing came. */
  readonly p50: readonly (number | null)[]
  readonly p99: readonly (number | null)[]
}

/** GET /api/exchanges?id=&peer=&operation=&outcome=&transport=&since=&until=&after=&limit= */
export interface ExchangesView {
  /** Newest first. */
  readonly entries: readonly JournalEntry[]
  readonly next: string | undefined
  readonly stats: JournalStats
}

/** GET /api/exchanges/:id, by any id of it. GET /api/events is a stream of JournalEntry (server-sent events). */
export interface ExchangeView {
  /** Oldest first, of all nodes that share the journal. */
  readonly path: readonly JournalEntry[]
  readonly envelopes: readonly Captured[]
  readonly jobs: readonly JobSummary[]
}

/** GET /api/dead?operation=&to=&cause=&since=&until=&limit= */
export interface DeadLettersView {
  readonly jobs: readonly JobSummary[]
  readonly dead: number
}

/** GET /api/dead/:id */
export interface DeadLetterView {
  readonly job: JobSummary
  /** As text; undefined if it cannot be shown as that. */
  readonly envelope: string | undefined
  readonly attachments: readonly { readonly contentType: string; readonly size: number }[]
  readonly history: readonly {
    readonly attempt: number
    readonly at: number
    readonly node: string
    readonly cause: string
  }[]
  readonly replaces: string | undefined
  readonly replacedBy: string | undefined
}

/**
 * POST /api/dead/replay { ids, dryRun }, POST /api/dead/:id/replace { envelope, dryRun }, POST /api/dead/:id/remove.
 * With `dryRun` nothing is changed, and it is told what would be.
 */
export interface ChangeView {
  readonly done: readonly string[]
  readonly failed: readonly { readonly id: string; readonly why: string }[]
  /** Findings of an envelope that was edited, a sentence each; empty if it would be accepted. */
  readonly findings: readonly string[]
  /** Id of the job that stands for the edited one. */
  readonly replacedBy: string | undefined
}
