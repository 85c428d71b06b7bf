/** Pauses of destinations in Redis, as this process has read them last, and the jobs that are parked because of them. */
import { monotonicTime, wallTime } from '../../../base/time.js'
import {
  type PausedDestination,
  Pauses,
  pauseText,
  readPause,
  type TriedJob,
  type WaitingMessages,
} from '../pauses.js'
import { deathsOf } from './attempts.js'
import { wayKey } from './delays.js'
import type { JobStore } from './store.js'
import type { StoredJob } from './stored-job.js'
import { digestOf, fromStoredId } from './stored-names.js'

/** Milliseconds after which the pauses are read again before a job is run. */
const FRESH = 2_000
/** Jobs that a script moves or looks at: it holds Redis up while it runs. */
const PORTION = 200
/** Milliseconds for which a job that an operator tries may wait for a worker. */
const TRYING = 60_000
/** How often another job is looked for, if the one that was found has gone on. */
const TRIES = 5

export class RedisPauses extends Pauses {
  readonly #store: JobStore
  #reading: Promise<void> | undefined
  /** By `monotonicTime()`. */
  #readAt = Number.NEGATIVE_INFINITY

  constructor(store: JobStore) {
    super()
    this.#store = store
  }

  /** Reads them now; who asks meanwhile waits for the same reading. @throws Error if Redis does not answer */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  /** Reads them if that is more than two seconds ago. @throws Error if Redis does not answer */
  async fresh(): Promise<void> {
    if (monotonicTime() - this.#readAt > FRESH) await this.read()
  }

  async pause(name: string, by: string): Promise<PausedDestination> {
    const text = pauseText({ destination: name, by, at: wallTime() })
    await this.#store.run('pauseDestination', name, text)
    await this.#readAgain()
    const paused = this.of(name)
    if (!paused) throw new Error('a pause that was written is not there')
    return paused
  }

  async resume(name: string): Promise<void> {
    await this.#store.run('resumeDestination', name)
    let woken = PORTION
    while (woken === PORTION) woken = await this.#unpark(name)
    await this.#readAgain()
  }

  async all(): Promise<readonly PausedDestination[]> {
    return (await this.#load()).paused
  }

  /** Parks a job that is about to be delayed. */
  async note(id: string, name: string, { head }: StoredJob): Promise<void> {
    await this.#store.redis.zadd(this.#parked(name), head.job.accepted, id)
  }

  /** A job has been delayed: if its destination was resumed meanwhile, nobody else would wake it. */
  async stay(id: string, name: string): Promise<void> {
    if ((await this.#store.run('stayParked', name, this.#parked(name), id)) === 1) await this.read()
  }

  async waitingFor(way: string): Promise<WaitingMessages> {
    let waiting = 0
    let oldest: number | undefined
    for (const set of [1, 2]) {
      for (let from = 0, read = PORTION; read === PORTION; from += PORTION) {
        const answer = await this.#store.run('waitingFor', ...this.#sets(way), set, from, PORTION)
        const [there = '0', count = '0', first = ''] = listOf(answer)
        read = Number(there)
        waiting += Number(count)
        if (first !== '') oldest = Math.min(oldest ?? Number.POSITIVE_INFINITY, Number(first))
      }
    }
    return { waiting, oldest }
  }

  async tryOne(way: string): Promise<TriedJob | undefined> {
    const sets = this.#sets(way)
    for (let tried = 0; tried < TRIES; tried += 1) {
      const id = String(await this.#store.run('firstDelayed', ...sets, PORTION))
      if (id === '') return undefined
      const job = this.#store.key(`jobs:${id}`)
      const [text, made, stalls] = await this.#store.redis.hmget(job, 'data', 'atm', 'stc')
      const stored: StoredJob = JSON.parse(text ?? '{}')
      const failed = Number(made ?? 0)
      const trial = { until: wallTime() + TRYING, made: failed }
      const data = JSON.stringify({ ...stored, trial })
      if ((await this.#store.run('tryOne', ...sets, id, text ?? '', data)) === 1) {
        const attempts = failed + deathsOf(Number(stalls ?? 0), stored)
        return { id: fromStoredId(id), attempts }
      }
    }
    return undefined
  }

  async #read(): Promise<void> {
    const began = monotonicTime()
    const { paused, resumed } = await this.#load()
    this.set(paused)
    this.#readAt = began
    // Whoever resumed them may have ended before all was woken.
    for (const name of resumed) await this.#unpark(name)
  }

  /** What was begun before may not have seen what has just been written. */
  async #readAgain(): Promise<void> {
    await this.#reading?.catch(() => undefined)
    await this.read()
  }

  async #load(): Promise<{
    readonly paused: readonly PausedDestination[]
    readonly resumed: readonly string[]
  }> {
    const answer = await this.#store.run('pauses')
    const [pauses, resumed] = Array.isArray(answer) ? answer : []
    const texts = listOf(pauses)
    const paused = texts.flatMap((text, index) =>
      index % 2 === 1 ? [readPause(texts[index - 1] ?? '', text)] : [],
    )
    const byName = (one: PausedDestination, two: PausedDestination) =>
      one.destination < two.destination ? -1 : 1
    return { paused: paused.toSorted(byName), resumed: listOf(resumed) }
  }

  async #unpark(name: string): Promise<number> {
    return Number(await this.#store.run('unpark', name, ...this.#sets(name), PORTION))
  }

  #sets(way: string): readonly [string, string] {
    return [this.#parked(way), wayKey(this.#store, way)]
  }

  #parked(name: string): string {
    return this.#store.key(`parked.${digestOf(name)}`)
  }
}

function listOf(answer: unknown): readonly string[] {
  return Array.isArray(answer) ? answer.map(String) : []
}
