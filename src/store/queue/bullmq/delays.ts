/** Notes in Redis which jobs are delayed and why, so that they are counted, and woken when their way is open. */
import type { Log } from '../../../base/log.js'
import { wallTime } from '../../../base/time.js'
import { runScript } from './scripts.js'
import type { JobStore } from './store.js'
import { digestOf } from './stored-names.js'

/** Milliseconds after which no job is delayed any more that was noted before. */
const MAX_DELAY = 2 * 86_400_000
/** Jobs that are woken at a time. */
const WOKEN = 200

/** Notes that a job is about to be suspended: one that is noted and is not counts until then only. */
export function noteSuspension(store: JobStore, id: string, until: number): Promise<void> {
  return note(store, store.key('suspended'), id, until)
}

/** Notes that a job is about to be delayed, so that it is found by its way. */
export async function noteDelay(
  store: JobStore,
  id: string,
  way: string,
  until: number,
): Promise<void> {
  const key = wayKey(store, way)
  await note(store, key, id, until)
  await store.redis.pexpireat(key, until + MAX_DELAY)
}

async function note({ redis }: JobStore, key: string, id: string, until: number): Promise<void> {
  await redis.zremrangebyscore(key, '-inf', wallTime())
  await redis.zadd(key, until, id)
}

/**
 * Lets jobs wait again that are delayed on a way.
 *
 * @returns how many of them were noted: `most` if there may be more
 */
export async function wake(store: JobStore, way: string, most: number): Promise<number> {
  const { redis } = store
  return Number(await runScript(redis, store.key('jobs:'), 'wake', wayKey(store, way), most))
}

/**
 * Never rejects: each job goes on by itself when its delay is over.
 *
 * @param wakeSome  as many at a time: a script holds Redis up while it runs
 */
export async function wakeAll(
  wakeSome: (most: number) => Promise<number>,
  way: string,
  log: Log,
): Promise<void> {
  try {
    let woken = WOKEN
    while (woken === WOKEN) woken = await wakeSome(WOKEN)
  } catch (error) {
    log.debug({ error, way }, 'queue: delayed jobs go on when their delay is over')
  }
}

/** Of the set of jobs that are delayed on a way, by until when. */
export function wayKey(store: JobStore, way: string): string {
  return store.key(`way.${digestOf(way)}`)
}
