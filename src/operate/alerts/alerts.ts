/** Notifies operators of problems over the channels of the configuration: gathered, reminded of, and once they are over. */
import type { Log } from '../../base/log.js'
import { clearInterval, setInterval, wallTime } from '../../base/time.js'
import type { ReportListener } from '../problems/reporting.js'
import { noticeText } from './notice-text.js'
import { Notices, type Times } from './notices.js'
import { type Channel, Outbox } from './outbox.js'

/** What alerts need of a node that runs. */
export interface Surroundings {
  readonly channels: readonly Channel[]
  /** URL of the console. */
  readonly console: string | undefined
}

const TICK = 1_000

export class Alerts {
  readonly #notices: Notices
  readonly #node: string
  readonly log: Pick<Log, 'info' | 'warn'>
  #outboxes: readonly Outbox[] = []
  /** Those of channels that are gone. */
  #closing: Promise<unknown> = Promise.resolve()
  #console: string | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param node  URI of the node */
  constructor(times: Times, node: string, log: Pick<Log, 'info' | 'warn'>) {
    this.#notices = new Notices(times)
    this.#node = node
    this.log = log
  }

  /** To be notified of problems, whether anybody gets alerts yet or not. */
  readonly hear: ReportListener = (state, problem) => {
    const now = wallTime()
    switch (state) {
      case 'begins':
        return this.#notices.begin(problem, now)
      case 'goes-on':
        return this.#notices.goOn(problem, now)
      case 'ends':
        return this.#notices.end(problem, now)
      case 'left':
        return this.#notices.drop(problem)
    }
  }

  /** From now on, until it is closed or given others: what waits for a channel that stays goes over it. */
  use({ channels, console }: Surroundings): void {
    const before = new Map(this.#outboxes.map((outbox) => [outbox.name, outbox]))
    // Where nobody was notified, all that is there is new to them.
    if (before.size === 0) this.#notices.beginAnew(wallTime())
    this.#outboxes = channels.map((channel) => {
      const outbox = before.get(channel.name)
      before.delete(channel.name)
      outbox?.use(channel)
      return outbox ?? new Outbox(channel, this.log)
    })
    this.#closing = Promise.all([this.#closing, ...[...before.values()].map((one) => one.close())])
    this.#console = console
    this.#timer ??= setInterval(() => this.tick(wallTime()), TICK)
    this.#timer.unref()
  }

  /** Sends what is due. */
  tick(now: number): void {
    for (const notice of this.#notices.due(now)) {
      const text = noticeText(notice, this.#node, this.#console)
      for (const outbox of this.#outboxes) outbox.add(text)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([this.#closing, ...this.#outboxes.map((outbox) => outbox.close())])
  }
}
