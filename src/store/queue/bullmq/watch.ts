/** Looks every few seconds whether Redis still keeps what was promised, and whether it still has the data. */
import type { Log } from '../../../base/log.js'
import { momentOf } from '../../../base/moment.js'
import { clearTimeout, randomId, setTimeout, wallTime } from '../../../base/time.js'
import type { Connection } from '../../redis/connect.js'
import type { Doubt } from '../queue.js'
import { type RedisPromise, readPromise } from './durability.js'

const INTERVAL = 3_000
/** Milliseconds for which it is in doubt what a Redis has that was started again, or has taken over. */
const DOUBTED = 900_000

interface WatchParts {
  readonly connection: Connection
  /** For people to read. */
  readonly name: string
  /** Where an id of the data set stands: without it, or with another, the data is not what it was. */
  readonly marker: string
  /** What was found when it was reached. */
  readonly promise: RedisPromise
  readonly log: Log
}

export class Watch {
  readonly #parts: WatchParts
  #promise: RedisPromise
  #seen: string | undefined
  #lost: Doubt | undefined
  #restarted: Doubt | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(parts: WatchParts) {
    this.#parts = parts
    this.#promise = parts.promise
  }

  /** Why jobs may be dropped; undefined if they may not. */
  get unsafe(): string | undefined {
    return this.#promise.unsafe
  }

  /** What is promised now, as one sentence. */
  get sentence(): string {
    const { sentence, unsafe } = this.#promise
    return [unsafe ?? sentence, ...(this.#lost ? [this.#lost.sentence] : [])].join('; ')
  }

  /** Why what was acknowledged may not all be there. */
  get doubt(): Doubt | undefined {
    if (this.#lost) return this.#lost
    const { since = 0 } = this.#restarted ?? {}
    if (this.#restarted && wallTime() - since < DOUBTED) return this.#restarted
    const { volatile, sentence } = this.#promise
    return volatile ? { sentence: `${this.#parts.name}: ${sentence}`, lost: false } : undefined
  }

  /** Looks now, and from now on until it is closed. */
  async start(): Promise<void> {
    try {
      this.#compare(await readPromise(this.#parts.connection, this.#parts.name))
      await this.#lookForData()
    } catch (error) {
      // That it does not answer is told by others, and what is promised is as it was.
      this.#parts.log.debug({ error }, 'queue: Redis does not report its settings')
    }
    if (!this.#closed) this.#timer = setTimeout(() => void this.start(), INTERVAL)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #compare(now: RedisPromise): void {
    const { log, name } = this.#parts
    const before = this.#promise
    this.#promise = now
    if (this.#closed) return
    if (before.run !== now.run) {
      const sentence = `${name} was started again, or another has taken over`
      log.warn({ queue: name }, sentence)
      this.#restarted = { sentence, lost: false, since: wallTime() }
    }
    if (before.sentence === now.sentence && before.unsafe === now.unsafe) return
    const [risk, loud] = now.unsafe
      ? [now.unsafe, true]
      : [now.warning ?? `${name} is safer than before: ${now.sentence}`, now.volatile]
    const sentence = `the settings of Redis have changed: ${risk}`
    if (loud) log.error({ queue: name }, sentence)
    else log.warn({ queue: name }, sentence)
  }

  async #lookForData(): Promise<void> {
    const { connection, marker, name, log } = this.#parts
    let found = await connection.get(marker)
    if (found === null) {
      // Another node may make it at the same time: then its id counts.
      await connection.set(marker, randomId(), 'NX')
      found = await connection.get(marker)
    }
    if (this.#closed || found === null || found === this.#seen) return
    const first = this.#seen === undefined
    this.#seen = found
    if (first) return
    const since = wallTime()
    const at = momentOf(since)
    const sentence = `what was accepted before ${at} is lost: it came back without its data`
    this.#lost = { sentence, lost: true, since }
    log.error({ queue: name }, `${name} came back without its data: what was accepted is lost`)
  }
}
