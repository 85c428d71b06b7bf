/** What the admin API answers about dead letters as a whole: their groups, and what a change of many did. */
import type { DeadGroups } from '../../store/queue/dead-groups.js'

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
