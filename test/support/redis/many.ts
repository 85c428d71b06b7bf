/** Several Redis processes together: a Cluster of three masters, and a master with a replica behind a Sentinel. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { until } from '../jobs.js'
import { freePort, type OwnRedis, ownRedis, redisProgram } from './redis.js'

export interface ManyRedis {
  readonly urls: readonly string[]
  readonly nodes: readonly OwnRedis[]
  close(): Promise<void>
}

export async function redisCluster(options: readonly string[] = []): Promise<ManyRedis> {
  const nodes: OwnRedis[] = []
  const close = async () => {
    for (const node of nodes) await node.close()
  }
  try {
    for (let index = 0; index < 3; index += 1) {
      const bus = String(await freePort())
      const cluster = ['--cluster-enabled', 'yes', '--cluster-port', bus]
      nodes.push(await ownRedis([...cluster, '--cluster-node-timeout', '2000', ...options]))
    }
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
    const cli = redisProgram().replace(/redis-server$/, 'redis-cli')
    execFileSync(cli, ['--cluster', 'create', ...addresses, '--cluster-yes'], { stdio: 'ignore' })
    for (const { url } of nodes) {
      await asking(url, async (client) => {
        await until(async () => (await client.cluster('INFO')).includes('cluster_state:ok'))
      })
    }
  } catch (error) {
    await close()
    throw error
  }
  return { urls: nodes.map(({ url }) => url), nodes, close }
}

/** `nodes` are the master and its replica, `urls` that of the Sentinel. */
export async function redisSentinel(): Promise<ManyRedis> {
  const master = await ownRedis()
  const replica = await ownRedis(['--replicaof', '127.0.0.1', String(master.port)])
  const folder = mkdtempSync(join(tmpdir(), 'waybill-sentinel-'))
  const port = await freePort()
  const file = join(folder, 'sentinel.conf')
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor mymaster 127.0.0.1 ${master.port} 1`,
    'sentinel down-after-milliseconds mymaster 500',
    'sentinel failover-timeout mymaster 5000',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const sentinel = spawn(redisProgram(), [file, '--sentinel'], { stdio: 'ignore' })
  const close = async () => {
    await ended(sentinel)
    await replica.close()
    await master.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `redis://127.0.0.1:${port}`
  try {
    await asking(replica.url, (client) =>
      until(async () => (await client.info('replication')).includes('master_link_status:up')),
    )
    await asking(url, (client) =>
      until(async () => {
        const replicas = await client.call('SENTINEL', 'REPLICAS', 'mymaster').catch(() => [])
        return Array.isArray(replicas) && replicas.length === 1
      }),
    )
  } catch (error) {
    await close()
    throw error
  }
  return { urls: [url], nodes: [master, replica], close }
}

async function asking(url: string, ask: (client: Redis) => Promise<void>): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: null })
  client.on('error', () => undefined)
  try {
    await ask(client)
  } finally {
    client.disconnect()
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
