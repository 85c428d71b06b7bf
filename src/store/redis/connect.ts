/** Connections to Redis as the configuration has it: one node, behind Sentinels, or a Cluster. */
import { Cluster, Redis, type RedisOptions } from 'ioredis'

export interface RedisAddress {
  /** `redis://` or `rediss://`; beside `sentinels` it says user, password and database. */
  readonly url?: string | undefined
  /** URLs of nodes of a Cluster, in place of `url`. */
  readonly cluster: readonly string[]
  readonly sentinels: readonly string[]
  readonly sentinelName: string
}

export type Connection = Redis | Cluster

/** Milliseconds. */
const CONNECT = 5_000
const COMMAND = 5_000
const SLOWEST_RETRY = 1_000

interface Eager {
  /** True if it shall not try again by itself. Default false. */
  readonly once?: boolean
  /** Milliseconds for which somebody waits for an answer: the connection is not given up before. At least 5,000. */
  readonly within?: number
}

/** Tells at once that nobody is there: for what must be answered soon. */
export function eagerConnection(
  address: RedisAddress,
  { once = false, within = COMMAND }: Eager = {},
): Connection {
  const patience = Math.max(COMMAND, within)
  return connect(address, once, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    commandTimeout: patience,
    // A connection that was cut without a word is given up, too.
    socketTimeout: patience,
    lazyConnect: true,
  })
}

/** Waits until the outage is over: for who has nothing better to do than to wait. */
export function patientConnection(address: RedisAddress): PatientConnection {
  const connection = connect(address, false, { maxRetriesPerRequest: null })
  return { connection, copies: copiesOf(connection) }
}

/** A connection, and the copies that BullMQ has made of it to wait on: without Redis it does not release them. */
export interface PatientConnection {
  readonly connection: Connection
  readonly copies: ReadonlySet<Connection>
}

function copiesOf(connection: Connection): ReadonlySet<Connection> {
  const copies = new Set<Connection>()
  const kept = <Made extends Connection>(made: Made): Made => {
    copies.add(made)
    made.once('end', () => copies.delete(made))
    return made
  }
  if (connection instanceof Cluster) {
    const copy = connection.duplicate.bind(connection)
    connection.duplicate = (...args) => kept(copy(...args))
  } else {
    const copy = connection.duplicate.bind(connection)
    connection.duplicate = (...args) => kept(copy(...args))
  }
  return copies
}

function connect(address: RedisAddress, once: boolean, options: RedisOptions): Connection {
  const { url, cluster, sentinels, sentinelName } = address
  const retry = once ? () => null : (times: number) => Math.min(times * 50, SLOWEST_RETRY)
  const shared: RedisOptions = {
    connectTimeout: CONNECT,
    keepAlive: 10_000,
    retryStrategy: retry,
    ...options,
  }
  if (cluster.length > 0) {
    const { maxRetriesPerRequest: _, enableOfflineQueue, lazyConnect, ...each } = shared
    return new Cluster(cluster.map(addressOf), {
      clusterRetryStrategy: retry,
      enableOfflineQueue: enableOfflineQueue ?? true,
      lazyConnect: lazyConnect ?? false,
      slotsRefreshTimeout: CONNECT,
      redisOptions: { ...each, ...credentialsOf(cluster[0]), maxRetriesPerRequest: null },
    })
  }
  if (sentinels.length > 0) {
    const first = credentialsOf(sentinels[0])
    return new Redis({
      ...shared,
      ...credentialsOf(url),
      sentinels: sentinels.map(addressOf),
      name: sentinelName,
      sentinelRetryStrategy: retry,
      // Credentials and encryption of the Sentinels themselves are those of their URLs.
      ...(first.username === undefined ? {} : { sentinelUsername: first.username }),
      ...(first.password === undefined ? {} : { sentinelPassword: first.password }),
      ...(first.tls ? { sentinelTLS: first.tls, enableTLSForSentinelMode: true } : {}),
    })
  }
  return new Redis({ ...shared, ...addressOf(url ?? ''), ...credentialsOf(url) })
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1') || '127.0.0.1',
    port: port === '' ? 6379 : Number(port),
  }
}

type Credentials = Pick<RedisOptions, 'username' | 'password' | 'db' | 'tls'>

function credentialsOf(url: string | undefined): Credentials {
  if (url === undefined) return {}
  const { protocol, username, password, pathname, hostname } = new URL(url)
  const database = /^\/(\d+)$/.exec(pathname)?.[1]
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(database === undefined ? {} : { db: Number(database) }),
    ...(protocol === 'rediss:' ? { tls: { servername: hostname } } : {}),
  }
}

/** What people may read of it: no password. */
export function nameOf({ url, cluster, sentinels, sentinelName }: RedisAddress): string {
  if (cluster.length > 0) return `Redis Cluster at ${cluster.map(withoutPassword).join(', ')}`
  if (sentinels.length > 0) {
    return `Redis ${sentinelName} behind ${sentinels.map(withoutPassword).join(', ')}`
  }
  return withoutPassword(url ?? '')
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  return shown.href
}
