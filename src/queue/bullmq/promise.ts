/** Reads from Redis how durable it is, and tells what can be promised of it. */
import { Cluster } from 'ioredis'
import { WaybillError } from '../../errors.js'
import type { Connection } from './connect.js'

export interface RedisPromise {
  /** What has become durable once it is acknowledged, as one sentence. */
  readonly sentence: string
  /** What operators should mend; undefined if nothing. */
  readonly warning: string | undefined
}

interface Settings {
  readonly appendonly: boolean | undefined
  readonly appendfsync: string | undefined
  readonly policy: string | undefined
}

/**
 * @param name  of the Redis, for people
 * @throws WaybillError WAYBILL_QUEUE_UNSAFE for a Redis that may drop jobs when its memory is full
 */
export async function readPromise(connection: Connection, name: string): Promise<RedisPromise> {
  const { appendonly, appendfsync, policy } = await readSettings(connection)
  if (policy !== undefined && policy !== 'noeviction') {
    throw new WaybillError(
      'WAYBILL_QUEUE_UNSAFE',
      `${name} has maxmemory-policy ${policy}: it would drop jobs when its memory is full`,
    )
  }
  switch (true) {
    case appendonly === undefined:
      return {
        sentence: 'jobs are as durable as its configuration makes them, which it does not tell',
        warning: `${name} does not tell whether it keeps an append-only file: see that it does, with appendfsync always`,
      }
    case !appendonly:
      return {
        sentence: 'jobs are in its memory only: all are lost if it ends without a snapshot',
        warning: `${name} keeps no append-only file: jobs are lost when it ends; set appendonly yes`,
      }
    case appendfsync === 'always':
      return { sentence: 'every job is on its disk once it is acknowledged', warning: undefined }
    case appendfsync === undefined:
      return { sentence: 'jobs are in its append-only file', warning: undefined }
    case appendfsync === 'everysec':
      return {
        sentence: 'jobs outlive its end; of a loss of power about the last second may be lost',
        warning: undefined,
      }
    default:
      return {
        sentence: 'jobs outlive its end; of a loss of power the last half minute may be lost',
        warning: `${name} has appendfsync ${appendfsync}: set it to always, or to everysec`,
      }
  }
}

/** How full its memory is, 0 to 1; undefined if it has no limit. Of a Cluster, the fullest master. */
export async function readFullness(connection: Connection): Promise<number | undefined> {
  const nodes = connection instanceof Cluster ? connection.nodes('master') : [connection]
  if (nodes.length === 0) throw new Error('no node of the Cluster is known')
  const all = await Promise.all(nodes.map((node) => node.info('memory')))
  const ratios = all.flatMap((info) => {
    const most = Number(fieldOf(info, 'maxmemory') ?? 0)
    return most > 0 ? [Number(fieldOf(info, 'used_memory') ?? 0) / most] : []
  })
  return ratios.length > 0 ? Math.max(...ratios) : undefined
}

async function readSettings(connection: Connection): Promise<Settings> {
  const node = connection instanceof Cluster ? connection.nodes('master')[0] : connection
  if (!node) throw new Error('no node of the Cluster is known')
  try {
    const get = async (key: string) => ((await node.config('GET', key)) as string[])[1]
    return {
      appendonly: (await get('appendonly')) === 'yes',
      appendfsync: await get('appendfsync'),
      policy: await get('maxmemory-policy'),
    }
  } catch {
    // Where Redis is hired, CONFIG is often forbidden: INFO knows most of it.
    const info = await node.info()
    const enabled = fieldOf(info, 'aof_enabled')
    return {
      appendonly: enabled === undefined ? undefined : enabled === '1',
      appendfsync: undefined,
      policy: fieldOf(info, 'maxmemory_policy'),
    }
  }
}

function fieldOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
}
