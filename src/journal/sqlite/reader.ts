/** Reads the journal in a file: what searches and follows, in a node and in a command. */
import { Followers, type Missed } from '../followers.js'
import type {
  Captured,
  JournalEntry,
  JournalPage,
  JournalQuery,
  JournalReader,
  JournalStats,
} from '../journal.js'
import { askedBy } from '../matches.js'
import { Channel } from './channel.js'
import type { ThreadOptions, Told } from './requests.js'

export class SqliteReader implements JournalReader {
  readonly channel: Channel
  readonly #followers: Followers

  /**
   * @param followers  whose coming and going it is told of
   * @param hear       what the thread tells by itself
   */
  constructor(
    options: Omit<ThreadOptions, 'exitLock'>,
    followers: Followers,
    hear: (told: Told) => void = () => undefined,
  ) {
    this.#followers = followers
    this.channel = new Channel(options, (told) => {
      if (told.kind === 'news') for (const entry of told.entries) followers.tell(entry)
      hear(told)
    })
  }

  /**
   * A reader of what no process here records.
   *
   * @param damaged  told once what of a damaged file cannot be read
   */
  static open(
    options: Omit<ThreadOptions, 'exitLock' | 'serves' | 'writer'>,
    damaged: (sentence: string) => void = () => undefined,
  ): SqliteReader {
    const followers = new Followers((any) => reader.followed(any))
    const reader: SqliteReader = new SqliteReader(
      { ...options, serves: false, writer: 'none' },
      followers,
      (told) => {
        if (told.kind === 'warning') damaged(told.sentence)
      },
    )
    return reader
  }

  followed(any: boolean): void {
    this.channel.say({ kind: 'follow', follow: any })
    this.channel.hold(any)
  }

  search(query: JournalQuery, limit: number, after?: string): Promise<JournalPage> {
    return this.channel.ask('search', askedBy(query), limit, after)
  }

  path(id: string): Promise<readonly JournalEntry[]> {
    return this.channel.ask('path', id)
  }

  envelopes(exchange: string): Promise<readonly Captured[]> {
    return this.channel.ask('envelopes', exchange)
  }

  follow(signal: AbortSignal, missed?: Missed): AsyncIterable<JournalEntry> {
    return this.#followers.follow(signal, missed)
  }

  async stats(): Promise<JournalStats> {
    return { ...(await this.channel.ask('stats')), lost: 0 }
  }

  close(): Promise<void> {
    return this.channel.close()
  }
}
