/** Jobs in Redis, and what is kept beside them: content, answers, claims, lanes. */
import { wallTime } from '../../../base/time.js'
import type { Connection } from '../../redis/connect.js'
import { type Kept, keep } from '../blobs.js'
import type { DirectRun, Job, RetryPlan } from '../job.js'
import type { Holder, JobState } from '../queue.js'
import { RedisBlobs } from './blobs.js'
import { readPieces } from './content.js'
import { type Counts, countsOf } from './job-counts.js'
import { fieldsOf } from './job-fields.js'
import { EVENTS } from './lua.js'
import { runScript, type ScriptName, texts } from './scripts.js'
import { bytesOf, destinationIn, PLAIN_FORMAT, type StoredJob } from './stored-job.js'
import { digestOf, fromStoredId, toStoredId } from './stored-names.js'
import { readResult, type StoredResult } from './stored-result.js'

/** Events that are kept when memory is short: who misses one looks again after two seconds. */
const FEW_EVENTS = 100

/** How the job that holds a claim may stand; one that is delayed waits. */
const HOLDING = ['running', 'done', 'dead', 'forgotten'] as const

/** What a run that is no job is held by. */
interface Lease {
  readonly token: string
  readonly milliseconds: number
}

const NO_BLOBS: Kept = { attachments: [], beside: [], made: [] }

function holderOf(answer: unknown): Holder | 'full' {
  const [id, digest, state, added] = texts(answer)
  if (state === 'full') return state
  return {
    id: fromStoredId(id),
    added: added === '1',
    digest: digest === '' ? undefined : digest,
    state: HOLDING.find((one) => one === state) ?? 'waiting',
  }
}

export interface Bounds {
  /** In milliseconds since 1970; what has ended before goes. */
  readonly before: number
  /** Jobs, and bytes of them, that are kept at most. */
  readonly keep: number
  readonly keepBytes: number
}

/** Jobs of each list among which the oldest that is not delivered is looked for: half a millisecond of Redis. */
const LOOKED_AT = 500

export class JobStore {
  readonly redis: Connection
  readonly blobs: RedisBlobs
  /** All keys of BullMQ begin with it, and its own with the part before `jobs:`. */
  readonly #base: string

  /**
   * @param redis   with a deadline for every command
   * @param prefix  with a hash tag for a Cluster, so that all keys of a queue are on one node
   */
  constructor(redis: Connection, prefix: string) {
    this.redis = redis
    this.#base = `${prefix}:jobs:`
    this.blobs = new RedisBlobs(redis, (name) => this.key(name))
  }

  /**
   * @param kept  its attachments
   * @param once  what `admits` is asked of its claim, if that counts once
   * @returns `full` if no more claims can be remembered: nothing was added
   */
  async add(
    job: Job,
    plan: RetryPlan,
    kept: Kept,
    once: readonly (number | Buffer)[] = [],
  ): Promise<Holder | 'full'> {
    const { fields, drop } = await fieldsOf(this, { job, plan, kept })
    const holder = holderOf(await this.run('add', wallTime(), ...fields, ...once))
    if (holder === 'full' || !holder.added) await drop()
    return holder
  }

  /** As `add`, for a run that is no job. */
  async begin(
    run: DirectRun,
    plan: RetryPlan,
    { token, milliseconds }: Lease,
    once: readonly (number | Buffer)[] = [],
  ): Promise<Holder | 'full'> {
    const { fields } = await fieldsOf(this, { job: run, plan, kept: NO_BLOBS })
    const args = [token, milliseconds, wallTime(), ...fields, ...once]
    return holderOf(await this.run('begin', ...args))
  }

  /**
   * Renews the leases of runs.
   *
   * @param runs  id of BullMQ and token of each
   * @returns true if all are there still
   */
  async renew(
    runs: readonly (readonly [id: string, token: string])[],
    milliseconds: number,
  ): Promise<boolean> {
    return (await this.run('renew', milliseconds, ...runs.flat())) === runs.length
  }

  /** @param open  true if its claim may be taken again @returns false if it is lost */
  async endRun(id: string, token: string, result: StoredResult, open: boolean): Promise<boolean> {
    const value = JSON.stringify(result)
    const bytes = result.apart?.bytes ?? value.length
    return (await this.run('endRun', id, token, wallTime(), value, bytes, open ? '1' : '')) === 1
  }

  /** @returns how it stands, or the id of the job that has taken the place of a dead one */
  async find(id: string): Promise<JobState | { readonly replacedBy: string } | undefined> {
    const [state, value, failed] = texts(await this.run('find', wallTime(), toStoredId(id)))
    switch (state) {
      case 'done': {
        const get = (key: string, bytes: number) => readPieces(this.redis, key, bytes)
        const result = await readResult(value, get, this.blobs)
        if (result?.kind === 'replaced') return { replacedBy: result.by }
        return result && { state, result }
      }
      case 'dead':
        return { state, cause: value }
      case '':
        return undefined
      default:
        return {
          state: state === 'running' ? 'running' : 'waiting',
          ...destinationIn(value),
          ...(failed === '1' && { failed: true }),
        }
    }
  }

  /** @param id  of BullMQ @returns as operators see it; an empty text if there is none */
  async stateOf(id: string): Promise<string> {
    return texts(await this.run('find', wallTime(), id))[0]
  }

  async awaiting(key: string): Promise<string | undefined> {
    const id = await this.redis.get(this.key(`awaits.${digestOf(key)}`))
    const state = id === null ? '' : await this.stateOf(id)
    return id === null || ['', 'done', 'dead'].includes(state) ? undefined : fromStoredId(id)
  }

  /** What is kept of an envelope and what came along with it: less than there should be if it is lost. */
  content(stored: StoredJob): Promise<Buffer> {
    return readPieces(this.redis, stored.content, bytesOf(stored))
  }

  async counts(): Promise<Counts> {
    return countsOf(texts(await this.run('counts', wallTime())))
  }

  /** When the oldest was accepted that is not delivered, in milliseconds since 1970; undefined if there is none. */
  async undelivered(): Promise<number | undefined> {
    const at = await this.run('undelivered', LOOKED_AT)
    return typeof at === 'string' && at !== '' ? Number(at) : undefined
  }

  /** Lets the next one of its lane run, and counts what is kept of it if it is done. */
  async ended(id: string, bytes?: number): Promise<void> {
    await this.run('ended', id, bytes ?? '')
  }

  /** Lets the next one run in each lane whose first has ended without that being seen. */
  async advanceLanes(): Promise<void> {
    let cursor = '0'
    do {
      const [next, lanes] = await this.redis.sscan(this.key('lanes'), cursor, 'COUNT', 200)
      if (lanes.length > 0) await this.run('lanes', ...lanes)
      cursor = next
    } while (cursor !== '0')
  }

  /**
   * Has jobs wait again whose node has died.
   *
   * @param longest  milliseconds between two looks, unless Redis was away
   * @param calm     milliseconds for which nothing is done then
   */
  async retakeStalled(longest: number, calm: number): Promise<void> {
    await this.run('stalled', longest, calm)
  }

  /** Takes a lock back that has run out, unless another has taken the job. */
  async lock(id: string, token: string, milliseconds: number): Promise<'ours' | 'taken' | 'gone'> {
    const result = await this.run('lock', id, token, milliseconds)
    if (result === 1) return 'ours'
    return result === 0 ? 'taken' : 'gone'
  }

  async resume(id: string): Promise<'resumed' | 'active' | 'ended' | 'unknown'> {
    const result = await this.run('resume', toStoredId(id))
    return result === 'resumed' || result === 'active' || result === 'ended' ? result : 'unknown'
  }

  /** @returns what the script says, as the two below: `done`, `not-dead` or `unknown` */
  async replay(id: string, data: unknown): Promise<unknown> {
    return this.run('replay', toStoredId(id), JSON.stringify(data))
  }

  remove(id: string): Promise<unknown> {
    return this.run('remove', toStoredId(id))
  }

  async replace(id: string, job: Job, plan: RetryPlan): Promise<unknown> {
    const kept = await keep(job.attachments, this.blobs)
    const { fields, drop } = await fieldsOf(this, { job, plan, kept, replaces: id })
    const result: StoredResult = { v: PLAIN_FORMAT, result: { kind: 'replaced', by: job.id } }
    const old = [wallTime(), toStoredId(id), JSON.stringify(result)]
    const replaced = await this.run('replace', ...old, ...fields)
    if (replaced !== 'done') await drop()
    return replaced
  }

  /**
   * Forgets finished jobs, the oldest first, with all that is kept beside them.
   *
   * @param most  how many at once: a script holds Redis up while it runs
   * @returns how many there were
   */
  async trim({ before, keep, keepBytes }: Bounds, most: number, short = false): Promise<number> {
    const bounds = [before, keep, keepBytes].map((bound) =>
      Number.isFinite(bound) ? bound : 2 ** 53,
    )
    return Number(await this.run('trim', ...bounds, most, short ? FEW_EVENTS : EVENTS))
  }

  key(name: string): string {
    return `${this.#base.slice(0, -'jobs:'.length)}${name}`
  }

  run(name: ScriptName, ...args: readonly (string | number | Buffer)[]): Promise<unknown> {
    return runScript(this.redis, this.#base, name, ...args)
  }
}
