/** Reads the journal in a file: what searches and follows, in a node and in a command. */
import { Channel } from '../../../base/channel.js'
import { WaybillError } from '../../../errors.js'
import { startThread } from '../../sqlite/thread.js'
import { Followers, type Missed } from '../followers.js'
import type {
  Captured,
  JournalEntry,
  JournalPage,
  JournalQuery,
  JournalReader,
  JournalStats,
} from '../journal.js'
import { type Hashing, NO_HASHING } from '../keys/hashing.js'
import { type Criteria, criteriaOf, criteriaWith } from '../matches.js'
import type { Requests, ThreadOptions, ThreadReport } from './requests.js'

/** Options of the thread, and what makes hashes of business keys for it. Default: none. */
export type ReaderOptions = ThreadOptions & { readonly hashing?: Hashing | undefined }

export class SqliteReader implements JournalReader {
  readonly channel: Channel<Requests, string, ThreadReport>
  readonly #followers: Followers
  readonly #hashing: Hashing

  /**
   * @param followers  whose coming and going it is notified of
   * @param hear       what the thread tells by itself
   */
  constructor(
    { hashing = NO_HASHING, ...options }: ReaderOptions,
    followers: Followers,
    hear: (report: ThreadReport) => void = () => undefined,
  ) {
    this.#followers = followers
    this.#hashing = hashing
    this.channel = new Channel({
      // With the first request: what nobody reads or records needs none.
      start: () => startThread(new URL('./thread.js', import.meta.url), options),
      onMessage(report: ThreadReport) {
        for (const entry of report.news ?? []) followers.notify(entry)
        hear(report)
      },
      errorOf: unreadable,
      endedError: unreadable,
    })
  }

  /**
   * A reader of what no process here records.
   *
   * @param damaged  told once what of a damaged file cannot be read
   */
  static open(
    options: Omit<ReaderOptions, 'serves' | 'writer'>,
    damaged: (sentence: string) => void = () => undefined,
  ): SqliteReader {
    const followers = new Followers((any) => reader.followed(any))
    const reader: SqliteReader = new SqliteReader(
      { ...options, serves: false, writer: 'none' },
      followers,
      (report) => {
        if (report.warning) damaged(report.warning.sentence)
      },
    )
    return reader
  }

  followed(any: boolean): void {
    this.channel.notify('follow', any)
    this.channel.hold(any)
  }

  search(query: JournalQuery, limit: number, after?: string): Promise<JournalPage> {
    const search = (criteria: Criteria) => this.channel.request('search', criteria, limit, after)
    // At once where it can be: what closes the journal comes behind it.
    if (query.key === undefined) return search(criteriaOf(query))
    return criteriaWith(query, this.#hashing).then(search)
  }

  path(id: string): Promise<readonly JournalEntry[]> {
    return this.channel.request('path', id)
  }

  envelopes(exchange: string): Promise<readonly Captured[]> {
    return this.channel.request('envelopes', exchange)
  }

  follow(signal: AbortSignal, missed?: Missed): AsyncIterable<JournalEntry> {
    return this.#followers.follow(signal, missed)
  }

  async stats(): Promise<JournalStats> {
    return { ...(await this.channel.request('stats')), lost: 0 }
  }

  close(): Promise<void> {
    return this.channel.close()
  }
}

function unreadable(why: string): WaybillError {
  return new WaybillError('WAYBILL_JOURNAL_UNUSABLE', `the journal cannot be read: ${why}`)
}
