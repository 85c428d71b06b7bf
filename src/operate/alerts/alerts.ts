/** Tells operators of problems: is notified of them as events, looks for others by the clock, and hands notices to its channels. */
import { within } from '../../base/deadline.js'
import type { Log } from '../../base/log.js'
import { clearInterval, setInterval, wallTime } from '../../base/time.js'
import type { NodeEvent } from '../../message/events/events.js'
import { noticeText } from './notice-text.js'
import { type Channel, Outbox } from './outbox.js'
import type { Sighting } from './problem.js'
import { sightingIn } from './problem-events.js'
import { Problems, type Times } from './problems.js'

/** What is looked at now and then. */
export interface Look {
  /** What the keys of its problems begin with: those that it does not find any more are over. */
  readonly prefix: string
  /** Milliseconds between two looks. */
  readonly every: number
  readonly find: () => Promise<readonly Sighting[]>
  /** Problems that events have reported, and that are over as well. Default: none. */
  readonly over?: () => Promise<(key: string) => boolean>
}

/** What alerts need of a node that runs. */
export interface Surroundings {
  readonly channels: readonly Channel[]
  readonly looks: readonly Look[]
  /** URL of the console. */
  readonly console: string | undefined
}

const TICK = 1_000
/** Milliseconds that a look may take. */
const LOOK = 10_000

export class Alerts {
  readonly #problems: Problems
  readonly #node: string
  readonly log: Pick<Log, 'info' | 'warn'>
  #outboxes: readonly Outbox[] = []
  /** Those of channels that are gone. */
  #closing: Promise<unknown> = Promise.resolve()
  #looks: { readonly look: Look; next: number }[] = []
  #looking: Promise<void> = Promise.resolve()
  #console: string | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param node  URI of the node */
  constructor(times: Times, node: string, log: Pick<Log, 'info' | 'warn'>) {
    this.#problems = new Problems(times)
    this.#node = node
    this.log = log
  }

  readonly observe = (event: NodeEvent): void => {
    const found = sightingIn(event)
    if (!found) return
    const now = wallTime()
    if ('seen' in found) this.#problems.see(found.seen, now)
    else this.#problems.resolve((key) => key === found.over, now)
  }

  /** From now on, until it is closed or given others: what waits for a channel that stays goes over it. */
  use({ channels, looks, console }: Surroundings): void {
    const before = new Map(this.#outboxes.map((outbox) => [outbox.name, outbox]))
    this.#outboxes = channels.map((channel) => {
      const outbox = before.get(channel.name)
      before.delete(channel.name)
      outbox?.use(channel)
      return outbox ?? new Outbox(channel, this.log)
    })
    this.#closing = Promise.all([this.#closing, ...[...before.values()].map((one) => one.close())])
    this.#looks = looks.map((look) => ({ look, next: 0 }))
    this.#console = console
    clearInterval(this.#timer)
    if (looks.length === 0 && channels.length === 0) return
    this.#timer = setInterval(() => this.tick(wallTime()), TICK)
    this.#timer.unref()
  }

  /** Does what is due: looks, and tells. */
  tick(now: number): void {
    for (const one of this.#looks) {
      if (one.next > now) continue
      one.next = now + one.look.every
      this.#looking = this.#looking.then(() => this.#look(one.look, now))
    }
    for (const notice of this.#problems.due(now)) {
      const text = noticeText(notice, this.#node, this.#console)
      for (const outbox of this.#outboxes) outbox.add(text)
    }
  }

  /** Resolves once the looks that have begun are done. */
  looked(): Promise<void> {
    return this.#looking
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#looks = []
    await Promise.all([this.#closing, ...this.#outboxes.map((outbox) => outbox.close())])
  }

  async #look({ prefix, find, over }: Look, now: number): Promise<void> {
    try {
      const found = await within(LOOK, find)
      for (const sighting of found) this.#problems.hold(sighting, now)
      const open = new Set(found.map(({ key }) => key))
      this.#problems.resolve((key) => key.startsWith(prefix) && !open.has(key), now)
      if (over) this.#problems.resolve(await within(LOOK, over), now)
    } catch (err) {
      this.log.warn({ err, looks: prefix.trim() }, 'alerts could not look at what they watch')
    }
  }
}
