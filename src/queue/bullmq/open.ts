/** Opens the queue on Redis: reaches it, asks how durable it is, and says in one line what is wrong. */
import { waitFor, within } from '../../base/deadline.js'
import { WaybillError } from '../../errors.js'
import type { Log } from '../../plugin.js'
import { sentenceOf } from '../answered.js'
import type { JobQueue } from '../queue.js'
import { eagerConnection, nameOf, patientConnection, type RedisPlace } from './connect.js'
import type { BullmqQueueOptions } from './options.js'
import { type RedisPromise, readPromise } from './promise.js'
import { BullmqQueue } from './queue.js'

/** The part of the configuration's `queue` that is read here. */
export interface RedisSettings extends RedisPlace, BullmqQueueOptions {
  readonly prefix: string
  /** Wait for a Redis that cannot be reached. */
  readonly waitAtStart: boolean
}

/** Milliseconds. */
const REACHING = 6_000
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
  const promise = await reach(settings, name, log, stop)
  if (promise.warning !== undefined) log.warn({ queue: name }, promise.warning)
  const connection = eagerConnection(settings)
  const patient = patientConnection(settings)
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
  const place = { name, connection, patient, prefix: `{${settings.prefix}}`, promise }
  return BullmqQueue.open(place, settings, log)
}

/** Asks once; again and again if it shall wait. */
async function reach(
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
  const connection = eagerConnection(settings, true)
  const complaints: unknown[] = []
  connection.on('error', (error) => complaints.push(error))
  // Of a Cluster's nodes.
  connection.on('node error', (error) => complaints.push(error))
  try {
    const promise = await within(REACHING, async () => {
      await connection.connect()
      return await readPromise(connection, name)
    })
    if (promise.unsafe) throw new WaybillError('WAYBILL_QUEUE_UNSAFE', promise.unsafe)
    return promise
  } catch (error) {
    if (error instanceof WaybillError) throw error
    throw unreachable(name, complaints.map(innermost).find(isTelling) ?? innermost(error))
  } finally {
    connection.disconnect()
  }
}

function unreachable(name: string, error: unknown): WaybillError {
  const sentence = reasonOf(error)
  return /^(WRONGPASS|NOAUTH|NOPERM|ERR (AUTH|invalid password))/i.test(sentence)
    ? new WaybillError('WAYBILL_QUEUE_REFUSED', `${name} refuses this node: ${sentence}`)
    : new WaybillError('WAYBILL_QUEUE_UNAVAILABLE', `${name} cannot be reached: ${sentence}`)
}

function reasonOf(error: unknown): string {
  const sentence = error instanceof Error ? error.message : ''
  if (sentence.startsWith('None of startup nodes')) return 'none of its nodes answers'
  if (sentence.startsWith('All sentinels')) return 'none of its Sentinels answers'
  return sentenceOf(error)
}

/** A Cluster tells the error of a node as one within its own. */
function innermost(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { lastNodeError, previousErrors, cause } = error as Error & {
    readonly lastNodeError?: unknown
    readonly previousErrors?: readonly unknown[]
  }
  const inner = lastNodeError ?? previousErrors?.[0] ?? cause
  return inner === undefined ? error : innermost(inner)
}

function isTelling(error: unknown): boolean {
  return error instanceof Error && reasonOf(error) !== 'there is no connection'
}
