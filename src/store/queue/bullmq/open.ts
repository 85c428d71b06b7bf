/** Opens the queue on Redis: reaches it, asks how durable it is, and says in one line what is wrong. */
import { waitFor } from '../../../base/deadline.js'
import type { Log } from '../../../base/log.js'
import { WaybillError } from '../../../errors.js'
import {
  eagerConnection,
  nameOf,
  patientConnection,
  type RedisAddress,
} from '../../redis/connect.js'
import { reach } from '../../redis/ping.js'
import type { JobQueue } from '../queue.js'
import { type RedisPromise, readPromise } from './durability.js'
import type { BullmqQueueOptions } from './options.js'
import { BullmqQueue } from './queue.js'

/** The part of the configuration's `queue` that is read here. */
export interface RedisSettings extends RedisAddress, BullmqQueueOptions {
  readonly prefix: string
  /** Wait for a Redis that cannot be reached. */
  readonly waitAtStart: boolean
}

/** Milliseconds. */
const BETWEEN = 1_000

/**
 * @param stop  ends the waiting
 * @throws WaybillError WAYBILL_QUEUE_UNAVAILABLE if nobody answers, WAYBILL_QUEUE_REFUSED for a wrong
 *   user or password, WAYBILL_QUEUE_UNSAFE for one that may drop jobs
 */
export async function openRedisQueue(
  settings: RedisSettings,
  log: Log,
  stop: AbortSignal = new AbortController().signal,
): Promise<JobQueue> {
  const name = nameOf(settings)
  const promise = await reached(settings, name, log, stop)
  if (promise.warning !== undefined) log.warn({ queue: name }, promise.warning)
  const connection = eagerConnection(settings, { within: settings.acknowledge })
  const { connection: patient, copies } = patientConnection(settings)
  for (const one of [connection, patient]) {
    one.on('error', (error) => log.debug({ error }, 'queue: a connection to Redis has a problem'))
  }
  try {
    await connection.connect()
  } catch (error) {
    // It was there just now: it goes on trying by itself.
    log.debug({ error }, 'queue: Redis has gone')
  }
  // In braces all keys of a queue are on one node of a Cluster; elsewhere they change nothing.
  const prefix = `{${settings.prefix}}`
  const options = { name, connection, patient, copies, prefix, promise }
  return BullmqQueue.open(options, settings, log)
}

/** Asks once; again and again if it shall wait. */
async function reached(
  settings: RedisSettings,
  name: string,
  log: Log,
  stop: AbortSignal,
): Promise<RedisPromise> {
  for (let waited = false; ; waited = true) {
    try {
      return await ask(settings, name)
    } catch (error) {
      if (!(error instanceof WaybillError)) throw error
      if (!settings.waitAtStart || error.code !== 'WAYBILL_QUEUE_UNAVAILABLE') throw error
      if (stop.aborted) throw error
      if (!waited) log.warn({ queue: name }, `${error.message}; waiting for it`)
      await waitFor(BETWEEN, stop)
    }
  }
}

async function ask(settings: RedisSettings, name: string): Promise<RedisPromise> {
  const promise = await reach(settings, (connection) => readPromise(connection, name))
  if (promise.unsafe) throw new WaybillError('WAYBILL_QUEUE_UNSAFE', promise.unsafe)
  return promise
}
