/** Looks every few seconds whether Redis still keeps what was promised, and whether it still has the data. */
import type { Log } from '../../../base/log.js'
import { momentOf } from '../../../base/moment.js'
import { clearTimeout, randomId, setTimeout, wallTime } from '../../../base/time.js'
import type { Connection } from '../../redis/connect.js'
import { type RedisPromise, readPromise } from './durability.js'

const INTERVAL = 3_000

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
  #lost: string | undefined
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
    return [unsafe ?? sentence, ...(this.#lost === undefined ? [] : [this.#lost])].join('; ')
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
      log.warn({ queue: name }, `${name} was started again, or another has taken over`)
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
    const at = momentOf(wallTime())
    this.#lost = `what was accepted before ${at} is lost: it came back without its data`
    log.error({ queue: name }, `${name} came back without its data: what was accepted is lost`)
  }
}
