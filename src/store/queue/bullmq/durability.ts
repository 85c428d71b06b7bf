/** Reads from Redis how durable it is, and tells what can be promised of it. */
import { Cluster, type Redis } from 'ioredis'
import type { Connection } from '../../redis/connect.js'

export interface RedisPromise {
  /** What has become durable once it is acknowledged, as one sentence. */
  readonly sentence: string
  /** What operators should know or fix; undefined if nothing. */
  readonly warning: string | undefined
  /** True if jobs are lost by the end of the process alone. */
  readonly volatile: boolean
  /** Why jobs may be dropped while all is well; undefined if they may not. */
  readonly unsafe: string | undefined
  /** Changes when it is started again, or another takes over. */
  readonly run: string
}

interface Settings {
  readonly appendonly: boolean | undefined
  readonly appendfsync: string | undefined
  readonly policy: string | undefined
  readonly run: string
}

/**
 * What holds for all of its nodes: of a Cluster, what the worst of its masters does.
 *
 * @param name  of the Redis, for people
 */
export async function readPromise(connection: Connection, name: string): Promise<RedisPromise> {
  const nodes = connection instanceof Cluster ? connection.nodes('master') : [connection]
  const all = await Promise.all(nodes.map(readSettings))
  const promises = all.map((settings) => promiseOf(settings, name))
  const badness = ({ unsafe, volatile, warning }: RedisPromise) =>
    (unsafe ? 4 : 0) + (volatile ? 2 : 0) + (warning ? 1 : 0)
  const [worst] = promises.toSorted((one, two) => badness(two) - badness(one))
  if (!worst) throw new Error('no node of the Cluster is known')
  return {
    ...worst,
    run: all
      .map(({ run }) => run)
      .toSorted()
      .join(' '),
  }
}

/** Memory in bytes. */
export interface Memory {
  readonly used: number
  readonly limit: number
}

/** Undefined if it has no limit. Of a Cluster, that of the fullest master. */
export async function readMemory(connection: Connection): Promise<Memory | undefined> {
  const nodes = connection instanceof Cluster ? connection.nodes('master') : [connection]
  if (nodes.length === 0) throw new Error('no node of the Cluster is known')
  const all = await Promise.all(nodes.map((node) => node.info('memory')))
  const found = all.map((info) => {
    return {
      used: Number(fieldOf(info, 'used_memory') ?? 0),
      limit: Number(fieldOf(info, 'maxmemory') ?? 0),
    }
  })
  return found
    .filter(({ limit }) => limit > 0)
    .toSorted((one, two) => two.used / two.limit - one.used / one.limit)[0]
}

function promiseOf({ appendonly, appendfsync, policy, run }: Settings, name: string): RedisPromise {
  const unsafe =
    policy === undefined || policy === 'noeviction'
      ? undefined
      : `${name} has maxmemory-policy ${policy}: it would drop jobs when its memory is full`
  const promise = (sentence: string, warning?: string, volatile = false) => {
    return { sentence, warning, volatile, unsafe, run }
  }
  switch (true) {
    case appendonly === undefined:
      return promise(
        'jobs are as durable as its configuration makes them, which it does not report',
        `${name} does not report whether it keeps an append-only file: make sure that it does, with appendfsync always`,
      )
    case !appendonly:
      return promise(
        'jobs are in its memory only: all are lost if it ends without a snapshot',
        `${name} keeps no append-only file: jobs are lost when it ends; set appendonly yes`,
        true,
      )
    case appendfsync === 'always':
      return promise('every job is on its disk once it is acknowledged')
    case appendfsync === undefined:
      return promise('jobs are in its append-only file')
    case appendfsync === 'everysec':
      return promise(
        'jobs outlive its end; of a loss of power about the last second may be lost',
        `${name} has appendfsync everysec: a loss of power may lose about the last second of what was acknowledged; set it to always`,
      )
    default:
      return promise(
        'jobs outlive its end; of a loss of power the last half minute may be lost',
        `${name} has appendfsync ${appendfsync}: set it to always, or to everysec`,
      )
  }
}

async function readSettings(node: Redis): Promise<Settings> {
  const info = await node.info()
  const run = fieldOf(info, 'run_id') ?? ''
  try {
    const [appendonly, appendfsync, policy] = await Promise.all(
      ['appendonly', 'appendfsync', 'maxmemory-policy'].map(async (key) => {
        const answer = await node.config('GET', key)
        return Array.isArray(answer) ? String(answer[1]) : undefined
      }),
    )
    return { appendonly: appendonly === 'yes', appendfsync, policy, run }
  } catch (error) {
    // Where Redis is hired, CONFIG is often forbidden: INFO knows most of it.
    if (!(error instanceof Error && /NOPERM|unknown command|ERR/.test(error.message))) throw error
    const enabled = fieldOf(info, 'aof_enabled')
    return {
      appendonly: enabled === undefined ? undefined : enabled === '1',
      appendfsync: undefined,
      policy: fieldOf(info, 'maxmemory_policy'),
      run,
    }
  }
}

function fieldOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
}
