/** What the admin API answers about dead letters: all of them, one, their groups, and what a change did. */
import type { DeadGroup, DeadGroups, NamedCount } from '../../store/queue/dead-groups.js'
import type { JobSummary } from '../../store/queue/listing.js'

export type { DeadGroup, NamedCount }

/** GET /api/dead?operation=&to=&cause=&group=&since=&until=&limit= */
export interface DeadLettersView {
  readonly jobs: readonly JobSummary[]
  readonly dead: number
}

/** GET /api/dead/:id */
export interface DeadLetterView {
  readonly job: JobSummary
  /** As text; undefined if it cannot be shown as that. */
  readonly envelope: string | undefined
  /** True if the caller has no right to read the envelope. */
  readonly hidden?: true | undefined
  readonly attachments: readonly { readonly contentType: string; readonly size: number }[]
  readonly history: readonly {
    readonly attempt: number
    readonly at: number
    readonly node: string
    readonly cause: string
  }[]
  /** The plugin whose operation it runs, or the path that it was sent to. */
  readonly plugin: string | undefined
  readonly replaces: string | undefined
  readonly replacedBy: string | undefined
}

/** GET /api/dead/groups?group=&died=&operation=&to=&sender=&cause=&since=&until= */
export interface DeadGroupsView extends DeadGroups {
  /** Milliseconds since 1970, when they were read. */
  readonly at: number
  /** Destinations of `groups` that get no message now. */
  readonly down: readonly DownView[]
}

/** A destination that gets no message now: what is replayed waits until it does. */
export interface DownView {
  /** Its name in the configuration. */
  readonly destination: string
  readonly url: string
  readonly state: 'circuit open' | 'paused'
}

/**
 * POST /api/dead/replay { ids, dryRun } or { filter, after, dryRun }, POST /api/dead/remove likewise,
 * POST /api/dead/:id/replace { envelope, dryRun }, POST /api/dead/:id/remove.
 * With `dryRun` nothing is changed, and it is told what would be.
 */
export interface ChangeView {
  readonly done: readonly string[]
  readonly failed: readonly { readonly id: string; readonly why: string }[]
  /** Findings of an envelope that was edited, a sentence each; empty if it would be accepted. */
  readonly findings: readonly string[]
  /** Id of the job that stands for the edited one. */
  readonly replacedBy: string | undefined
  /** Of a filter: `after` of the request for those that follow; missing if there are none. */
  readonly next?: string | undefined
  /** Destinations of `done` that get no message now. */
  readonly down: readonly DownView[]
}
