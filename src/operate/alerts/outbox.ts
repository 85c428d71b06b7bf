/** Sends notices over one channel, one after the other: bounded, tried again, and nobody waits for it. */
import { limited, waitFor } from '../../base/deadline.js'
import type { Log } from '../../base/log.js'
import type { NoticeText } from './notice-text.js'

export interface Channel {
  readonly name: string
  /** Milliseconds that an attempt may take. */
  readonly timeout: number
  /** @throws Error if it did not get through */
  send(notice: NoticeText, signal: AbortSignal): Promise<void>
}

/** Notices that wait; the oldest go first if there are more. */
const MAX_NOTICES = 50
/** Milliseconds before each further attempt; then the notice is given up. */
const PAUSES: readonly number[] = [5_000, 30_000, 120_000, 600_000]

export class Outbox {
  #channel: Channel
  readonly #log: Pick<Log, 'info' | 'warn'>
  readonly #pauses: readonly number[]
  readonly #waiting: NoticeText[] = []
  readonly #ending = new AbortController()
  #running: Promise<void> | undefined
  /** Ends the pause before the next attempt. */
  #hurry = new AbortController()
  /** True since a failure that was logged, until one gets through. */
  #failing = false

  constructor(
    channel: Channel,
    log: Pick<Log, 'info' | 'warn'>,
    pauses: readonly number[] = PAUSES,
  ) {
    this.#channel = channel
    this.#log = log
    this.#pauses = pauses
  }

  get name(): string {
    return this.#channel.name
  }

  /** What waits goes over another channel from now on, at once. */
  use(channel: Channel): void {
    this.#channel = channel
    this.#hurry.abort()
    this.#hurry = new AbortController()
  }

  add(notice: NoticeText): void {
    if (this.#ending.signal.aborted) return
    this.#waiting.push(notice)
    if (this.#waiting.length > MAX_NOTICES) this.#waiting.shift()
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Gives up what is under way. */
  async close(): Promise<void> {
    this.#ending.abort(new Error('the node is stopping'))
    await this.#running
  }

  async #run(): Promise<void> {
    for (let notice = this.#waiting.shift(); notice; notice = this.#waiting.shift()) {
      await this.#deliver(notice)
    }
  }

  async #deliver(notice: NoticeText): Promise<void> {
    const { signal } = this.#ending
    let pauses = [...this.#pauses]
    while (!signal.aborted) {
      const { signal: hurry } = this.#hurry
      if (await this.#got(notice)) return
      const pause = pauses.shift()
      if (pause === undefined && !hurry.aborted) return
      await waitFor(pause ?? 0, AbortSignal.any([signal, hurry]))
      // Another channel begins again.
      if (hurry.aborted) pauses = [...this.#pauses]
    }
  }

  /** @returns true if it got through, or nobody wants to know any more */
  async #got(notice: NoticeText): Promise<boolean> {
    const { signal } = this.#ending
    const { name: channel, timeout } = this.#channel
    try {
      await limited(timeout, signal, (ends) => this.#channel.send(notice, ends))
      if (this.#failing) this.#log.info({ channel }, 'alerts get through again')
      this.#failing = false
      return true
    } catch (err) {
      if (!signal.aborted) this.#complain(err)
      return signal.aborted
    }
  }

  #complain(err: unknown): void {
    if (this.#failing) return
    this.#failing = true
    const { name: channel } = this.#channel
    this.#log.warn({ channel, err }, 'an alert did not get through; it is retried, and logged once')
  }
}
