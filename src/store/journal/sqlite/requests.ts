/** What the journal and the thread that has its file say to each other. */
import type { Request as RequestOf, ThreadMessage } from '../../../base/channel.js'
import type { Captured, JournalEntry, JournalPage, JournalStats } from '../journal.js'
import type { Criteria } from '../matches.js'
import type { FlowSteps, MinuteBounds } from '../minutes/minutes.js'
import type { Page } from '../page.js'
import type { MinutesWanted, PackedMinute } from './minutes.js'
import type { TrimBounds } from './trim.js'

export interface ThreadOptions extends TrimBounds {
  readonly stateDir: string
  /** False for a command: it reads, and makes or removes nothing. */
  readonly serves: boolean
  /** Bytes that must stay free on the disk. */
  readonly minFree: number
  /** What the names of the pages of this process begin with. */
  readonly writer: string
  /** Of the counts by the minute. Default: those that a node has. */
  readonly minutes?: MinuteBounds | undefined
}

/** What can be requested; nobody waits for a reply of the first four. */
export interface Requests {
  keepPage(page: Page): void
  keepEnvelope(envelope: Captured): void
  keepMinute(minute: PackedMinute): void
  /** Whether to tell what other processes add. */
  follow(follow: boolean): void
  search(criteria: Criteria, limit: number, after: string | undefined): JournalPage
  path(id: string): readonly JournalEntry[]
  envelopes(exchange: string): readonly Captured[]
  minutes(wanted: MinutesWanted): FlowSteps
  stats(): Omit<JournalStats, 'lost'>
  /** Resolves once all was tried to be written. */
  close(): undefined
}

export type Request = {
  readonly [Name in keyof Requests]: RequestOf<Requests, Name>
}[keyof Requests]

export interface Written {
  /** Of a page. */
  readonly name: string
  readonly entries: number
}

/** From the thread. */
export interface ThreadReport extends ThreadMessage<string> {
  /** What is in the file now, and how many envelopes were added. */
  readonly written?: { readonly pages: readonly Written[]; readonly envelopes: number }
  /** What other processes have added. */
  readonly news?: readonly JournalEntry[]
  readonly warning?: { readonly sentence: string; readonly cause: string }
}
