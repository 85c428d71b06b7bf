/** The contract of the journal: what happened at the nodes that share a store, kept for a while to be looked at. */
import type { NodeEvent } from '../../message/events/events.js'
import type { KeyQuery } from './keys/query.js'
import type { MinuteStore } from './minutes/minutes.js'

/** What one node describes one moment. */
export interface JournalEntry {
  /** Tells it from all others of the store, and sorts in the order in which they were kept. */
  readonly key: string
  /** Milliseconds since 1970, when it ended. */
  readonly at: number
  /** URI of the node. */
  readonly node: string
  readonly event: NodeEvent
}

/** Which entries are meant: those for which all holds that is said. */
export interface JournalQuery {
  /** Id of an exchange, a trace or a job, `wsa:MessageID`, or Message-ID of a mail. */
  readonly id?: string | undefined
  /** A business key of its message (`journal.keys`). */
  readonly key?: KeyQuery | undefined
  readonly event?: readonly NodeEvent['event'][] | undefined
  readonly node?: string | undefined
  readonly transport?: string | undefined
  /** Name of the operation, in Clark notation or its local part. */
  readonly operation?: string | undefined
  /** Part of the address, the mailbox or the name of who sent it. */
  readonly peer?: string | undefined
  /** One of these. */
  readonly outcome?: readonly string[] | undefined
  /** Part of the destination, or of the address that it goes to. */
  readonly to?: string | undefined
  /** Part of the cause. */
  readonly cause?: string | undefined
  /** Ended at or after, and before, in milliseconds since 1970. */
  readonly since?: number | undefined
  readonly until?: number | undefined
}

export interface JournalPage {
  /** Newest first. */
  readonly entries: readonly JournalEntry[]
  /** Where the next page begins; undefined if all were looked at. */
  readonly next: string | undefined
}

/** An envelope that was kept as it came or went. */
export interface Captured {
  readonly exchange: string
  readonly at: number
  readonly node: string
  readonly direction: 'received' | 'answered' | 'sent'
  /** What redaction left of it. */
  readonly envelope: string
}

export interface JournalStats {
  readonly entries: number
  readonly bytes: number
  /** Milliseconds since 1970, of the oldest entry; undefined if there is none. */
  readonly oldest: number | undefined
  /** Events that this node could not keep since its start. */
  readonly lost: number
}

/** What reads a journal, in a node or in a command. */
export interface JournalReader {
  /**
   * @param limit  entries of a page
   * @param after  `next` of the page before
   */
  search(query: JournalQuery, limit: number, after?: string): Promise<JournalPage>
  /** All that is known of one conversation, oldest first: by any id of it, then by the ids found with that. */
  path(id: string): Promise<readonly JournalEntry[]>
  envelopes(exchange: string): Promise<readonly Captured[]>
  /**
   * What is kept from now on, by whatever node, until `signal` is aborted.
   *
   * @param missed  is told how many entries are left out, as whoever follows is too slow
   */
  follow(signal: AbortSignal, missed?: (entries: number) => void): AsyncIterable<JournalEntry>
  stats(): Promise<JournalStats>
  close(): Promise<void>
}

/** The journal of a running node. */
export interface Journal extends JournalReader {
  /** Counts of this node by the minute; undefined if nothing is kept. */
  readonly minutes: MinuteStore | undefined
  /** Takes an event down; never waits, never throws. */
  record(event: NodeEvent): void
  /** Keeps an envelope, if the configuration says so for it. */
  capture(envelope: Captured): void
}
