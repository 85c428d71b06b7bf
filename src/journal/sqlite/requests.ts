/** What the journal and the thread that has its file say to each other. */
import type { Captured, JournalEntry, JournalPage, JournalStats } from '../journal.js'
import type { Asked } from '../matches.js'
import type { Page } from '../page.js'
import type { TrimBounds } from './trim.js'

export interface ThreadOptions extends TrimBounds {
  readonly stateDir: string
  /** False for a command: it reads, and makes or removes nothing. */
  readonly serves: boolean
  /** Bytes that must stay free on the disk. */
  readonly minFree: number
  /** What the names of the pages of this process begin with. */
  readonly writer: string
  readonly exitLock: SharedArrayBuffer
}

/** What can be asked for. */
export interface Requests {
  search(asked: Asked, limit: number, after: string | undefined): JournalPage
  path(id: string): readonly JournalEntry[]
  envelopes(exchange: string): readonly Captured[]
  stats(): Omit<JournalStats, 'lost'>
  /** Resolves once all was tried to be written. */
  close(): undefined
}

export type RequestName = keyof Requests

export type Request = {
  readonly [Name in RequestName]: {
    readonly number: number
    readonly name: Name
    readonly parameters: Parameters<Requests[Name]>
  }
}[RequestName]

/** To the thread. */
export type Said =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'envelope'; readonly envelope: Captured }
  /** Whether to tell what other processes add. */
  | { readonly kind: 'follow'; readonly follow: boolean }
  | { readonly kind: 'request'; readonly request: Request }

export interface Written {
  /** Of a page. */
  readonly name: string
  readonly entries: number
}

/** From the thread. */
export type Told =
  /** What is in the file now, and how many envelopes were added. */
  | { readonly kind: 'written'; readonly pages: readonly Written[]; readonly envelopes: number }
  /** What other processes have added. */
  | { readonly kind: 'news'; readonly entries: readonly JournalEntry[] }
  | { readonly kind: 'answer'; readonly number: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly number: number; readonly sentence: string }
  | { readonly kind: 'warning'; readonly sentence: string; readonly cause: string }
