/** Looks at the Redis of the queue: whether it can be reached, and whether its settings keep what it is given. */
import type { Redis } from 'ioredis'
import { messageOf } from '../../base/errno.js'
import { monotonicTime, wallTime } from '../../base/time.js'
import { error, type Finding, note, ok, warning } from '../../message/finding.js'
import { storeKind } from '../../store/kind.js'
import { nameOf, type RedisAddress } from '../../store/redis/connect.js'
import type { Examined } from '../findings/examined.js'

/** BullMQ needs it. */
const OLDEST = [6, 2] as const
/** Milliseconds that clocks may differ. */
const SKEW = 2_000

export async function examineRedis({
  config: { queue },
}: Pick<Examined, 'config'>): Promise<readonly Finding[]> {
  if (storeKind(queue) !== 'redis') return []
  const { Redis, Cluster } = await import('ioredis')
  const { eagerConnection } = await import('../../store/redis/connect.js')
  const key = keyOf(queue)
  const connection = eagerConnection(queue, { once: true })
  // What fails is told by the question that fails.
  connection.on('error', () => undefined)
  try {
    await connection.connect()
    const nodes = connection instanceof Cluster ? connection.nodes('master') : [connection]
    const found = await Promise.all(
      nodes.flatMap((node) => (node instanceof Redis ? [examineNode(node, key)] : [])),
    )
    return [ok(key, `${nameOf(queue)} answers`), ...found.flat()]
  } catch (thrown) {
    return [
      error(
        key,
        `${nameOf(queue)} cannot be used: ${messageOf(thrown)}`,
        'start it, or correct address, user and password',
      ),
    ]
  } finally {
    connection.disconnect()
  }
}

function keyOf({ cluster, sentinels }: RedisAddress): string {
  if (cluster.length > 0) return 'queue.cluster'
  return sentinels.length > 0 ? 'queue.sentinels' : 'queue.url'
}

async function examineNode(redis: Redis, key: string): Promise<readonly Finding[]> {
  const info = fieldsOf(await redis.info())
  const requestedAt = monotonicTime()
  const [seconds = 0, micros = 0] = await redis.time()
  const trip = monotonicTime() - requestedAt
  return [
    ...examineVersion(info, key),
    ...examineState(info, key),
    ...(await examineSettings(redis, key)),
    examineClock(Number(seconds) * 1000 + Number(micros) / 1000, trip, key),
  ]
}

type Info = ReadonlyMap<string, string>

function fieldsOf(text: string): Info {
  return new Map(
    text.split('\r\n').flatMap((line) => {
      const colon = line.indexOf(':')
      return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1)] as const]
    }),
  )
}

function examineVersion(info: Info, key: string): readonly Finding[] {
  const version = info.get('redis_version') ?? 'unknown'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [least, lesser] = OLDEST
  if (major > least || (major === least && minor >= lesser)) {
    return [ok(key, `its version is ${version}`)]
  }
  return [
    error(
      key,
      `its version is ${version}, and ${OLDEST.join('.')} is the oldest that is supported`,
      'upgrade it',
    ),
  ]
}

function examineState(info: Info, key: string): readonly Finding[] {
  const failed = ['rdb_last_bgsave_status', 'aof_last_write_status', 'aof_last_bgrewrite_status']
    .filter((name) => info.has(name) && info.get(name) !== 'ok')
    .map((name) =>
      error(
        key,
        `it could not write to its disk (${name}: ${info.get(name)})`,
        'look into its log: the disk is full, or its folder may not be written',
      ),
    )
  const used = Number(info.get('used_memory') ?? 0)
  const most = Number(info.get('maxmemory') ?? 0)
  const replicas = Number(info.get('connected_slaves') ?? 0)
  return [
    ...failed,
    ...(info.get('role') === 'slave'
      ? [
          error(
            key,
            'it is a replica, which takes no writes',
            'give the address of the master, or of Sentinels',
          ),
        ]
      : []),
    ...(info.get('loading') === '1'
      ? [warning(key, 'it is still loading its data', 'wait until it is done')]
      : []),
    ...(most > 0 && used > 0.8 * most
      ? [
          error(
            key,
            `${Math.round((100 * used) / most)} % of its maxmemory are used; from 80 % on the node accepts no messages`,
            'raise maxmemory, or let workers catch up',
          ),
        ]
      : []),
    replicas === 0
      ? note(key, 'it has no replica: what it has is lost with its disk', 'see docs/queue.md')
      : ok(key, `it has ${replicas} replicas`),
  ]
}

/** What the queue promises holds only with these; docs/queue.md says why. */
async function examineSettings(redis: Redis, key: string): Promise<readonly Finding[]> {
  const setting = async (name: string) => {
    const [, value] = await redis.config('GET', name).then((all) => (Array.isArray(all) ? all : []))
    return String(value ?? '')
  }
  let settings: readonly string[]
  try {
    settings = [
      await setting('maxmemory-policy'),
      await setting('appendonly'),
      await setting('appendfsync'),
    ]
  } catch (thrown) {
    return [
      note(
        key,
        `its settings may not be read (${messageOf(thrown)})`,
        'ask whoever runs it for maxmemory-policy noeviction, appendonly yes and appendfsync always',
      ),
    ]
  }
  const [policy, append, sync] = settings
  return [
    policy === 'noeviction'
      ? ok(key, 'maxmemory-policy is noeviction')
      : error(
          key,
          `maxmemory-policy is ${policy}: a full Redis throws jobs away`,
          'CONFIG SET maxmemory-policy noeviction, and in redis.conf',
        ),
    append === 'yes'
      ? ok(key, 'appendonly is yes')
      : error(
          key,
          'appendonly is no: jobs that were accepted since its last snapshot are lost when it ends',
          'CONFIG SET appendonly yes, and in redis.conf',
        ),
    append !== 'yes' || sync === 'always'
      ? ok(key, `appendfsync is ${sync}`)
      : warning(
          key,
          `appendfsync is ${sync}: a loss of power loses what was accepted ${sync === 'no' ? 'in half a minute' : 'in a second'} before`,
          'CONFIG SET appendfsync always, and in redis.conf',
        ),
  ]
}

function examineClock(theirs: number, trip: number, key: string): Finding {
  const apart = Math.round(wallTime() - trip / 2 - theirs)
  if (Math.abs(apart) <= SKEW) return ok(key, 'its clock and that of this machine agree')
  return warning(
    key,
    `the clock of this machine is ${Math.abs(apart)} ms ${apart > 0 ? 'ahead of' : 'behind'} that of Redis`,
    'let both machines keep time, such as by chrony or systemd-timesyncd',
  )
}
