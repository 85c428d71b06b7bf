/** A Redis with two replicas behind three Sentinels, and a Redis Cluster of three with a replica each: real processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { until } from '../jobs.js'
import { answering, type OwnRedis, onFreePort, ownRedis, redisProgram } from './redis.js'

export interface Replicated {
  /** What a node is told of it. */
  readonly settings: readonly string[]
  /** The one that has the queue now. */
  master(): Promise<OwnRedis>
  /** Hands over in good order, as before maintenance; resolves once another is the master. */
  handOver(): Promise<void>
  close(): Promise<void>
}

const DURABLE = ['--appendfsync', 'always']

async function ask(port: number, command: string, ...words: readonly string[]): Promise<unknown> {
  const client = new Redis({ port, host: '127.0.0.1', retryStrategy: () => null })
  client.on('error', () => undefined)
  try {
    return await client.call(command, ...words)
  } finally {
    client.disconnect()
  }
}

const linked = async (replica: OwnRedis) =>
  String(await ask(replica.port, 'INFO', 'replication')).includes('master_link_status:up')

/** Ends what was started if the rest cannot be. */
async function allOrNothing<Made>(
  make: (started: Pick<OwnRedis, 'close'>[]) => Promise<Made>,
): Promise<Made> {
  const started: Pick<OwnRedis, 'close'>[] = []
  try {
    return await make(started)
  } catch (error) {
    for (const one of started) await one.close()
    throw error
  }
}

interface Sentinel {
  readonly port: number
  close(): Promise<void>
}

async function sentinelOn(port: number, masterPort: number): Promise<Sentinel> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-sentinel-'))
  const file = join(folder, 'sentinel.conf')
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `sentinel monitor mymaster 127.0.0.1 ${masterPort} 2`,
    'sentinel down-after-milliseconds mymaster 1000',
    'sentinel failover-timeout mymaster 5000',
    '',
  ]
  writeFileSync(file, settings.join('\n'))
  const child = spawn(redisProgram(), [file, '--sentinel'], { stdio: 'ignore' })
  const close = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await answering(port, child)
  } catch (error) {
    await close()
    throw error
  }
  return { port, close }
}

export const sentinels = (): Promise<Replicated> => allOrNothing(behindSentinels)

async function behindSentinels(started: Pick<OwnRedis, 'close'>[]): Promise<Replicated> {
  const all: OwnRedis[] = []
  for (let each = 0; each < 3; each += 1) {
    const [first] = all
    const replica = first ? ['--replicaof', '127.0.0.1', String(first.port)] : []
    const one = await ownRedis([...DURABLE, ...replica])
    started.push(one)
    all.push(one)
  }
  const [first, ...replicas] = all
  if (!first) throw new Error('no nodes')
  for (const replica of replicas) await until(() => linked(replica))
  const watching: Sentinel[] = []
  for (let each = 0; each < 3; each += 1) {
    const one = await onFreePort((port) => sentinelOn(port, first.port))
    started.push(one)
    watching.push(one)
  }
  const ports = watching.map(({ port }) => port)
  const [requested = 0] = ports
  const master = async () => {
    const answer = await ask(requested, 'SENTINEL', 'get-master-addr-by-name', 'mymaster')
    const [, port] = answer as readonly string[]
    const found = all.find((one) => one.port === Number(port))
    if (!found) throw new Error(`no master: ${answer}`)
    return found
  }
  // Each has to know the two others and the replicas before a failover can be agreed on.
  await until(async () => {
    const answers = await Promise.all(
      ports.map((port) => ask(port, 'SENTINEL', 'master', 'mymaster').catch(() => [])),
    )
    return answers.every((answer) => {
      const words = answer as readonly string[]
      const value = (name: string) => words[words.indexOf(name) + 1]
      return value('num-other-sentinels') === '2' && value('num-slaves') === '2'
    })
  })
  return {
    settings: [
      `queue.sentinels=${JSON.stringify(ports.map((port) => `redis://127.0.0.1:${port}`))}`,
    ],
    master,
    async handOver() {
      const before = await master()
      await ask(requested, 'SENTINEL', 'FAILOVER', 'mymaster')
      await until(async () => (await master()) !== before)
    },
    async close() {
      for (const one of [...watching, ...all]) await one.close()
    },
  }
}

const SLOTS = 16_384

/** @param queue  any key of the queue that the nodes have */
export const cluster = (queue = '{waybill}'): Promise<Replicated> =>
  allOrNothing((started) => inCluster(started, queue))

async function inCluster(started: Pick<OwnRedis, 'close'>[], queue: string): Promise<Replicated> {
  const options = [...DURABLE, '--cluster-enabled', 'yes', '--cluster-node-timeout', '1000']
  const all: OwnRedis[] = []
  let bus = 0
  for (let each = 0; each < 6; each += 1) {
    const one = await onFreePort(async (port) => {
      const made = await ownRedis([...options, '--cluster-port', String(port)])
      bus ||= port
      return made
    })
    started.push(one)
    all.push(one)
  }
  const idOf = async ({ port }: OwnRedis) => String(await ask(port, 'CLUSTER', 'MYID'))
  const masters = all.slice(0, 3)
  const share = Math.ceil(SLOTS / masters.length)
  for (const [index, { port }] of masters.entries()) {
    const from = index * share
    const to = Math.min(from + share, SLOTS) - 1
    await ask(port, 'CLUSTER', 'ADDSLOTSRANGE', String(from), String(to))
    await ask(port, 'CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1))
  }
  const [first] = all
  if (!first) throw new Error('no nodes')
  for (const [index, { port }] of all.entries()) {
    if (index === 0) continue
    await ask(port, 'CLUSTER', 'MEET', '127.0.0.1', String(first.port), String(bus))
  }
  const seen = async ({ port }: OwnRedis) =>
    String(await ask(port, 'CLUSTER', 'NODES'))
      .split('\n')
      .filter((line) => !/handshake|^$/.test(line)).length
  for (const one of all) await until(async () => (await seen(one)) === all.length)
  for (const [index, { port }] of all.slice(3).entries()) {
    const of = masters[index]
    if (of) await ask(port, 'CLUSTER', 'REPLICATE', await idOf(of))
  }
  for (const replica of all.slice(3)) await until(() => linked(replica))
  for (const { port } of all) {
    await until(async () => String(await ask(port, 'CLUSTER', 'INFO')).includes('cluster_state:ok'))
  }
  const living = async () => {
    for (const { port } of all) {
      try {
        return { port, lines: String(await ask(port, 'CLUSTER', 'NODES')).split('\n') }
      } catch {
        // It was killed; another one knows.
      }
    }
    throw new Error('none answers')
  }
  const master = async () => {
    const { port, lines } = await living()
    const slot = Number(await ask(port, 'CLUSTER', 'KEYSLOT', queue))
    const line = lines.find(
      (one) =>
        / connected /.test(one) &&
        !/fail/.test(one.split(' ')[2] ?? '') &&
        one
          .split(' ')
          .slice(8)
          .map((range) => range.split('-').map(Number))
          .some(([from = -1, to = from]) => from <= slot && slot <= to),
    )
    const found = all.find((one) => line?.includes(`127.0.0.1:${one.port}@`))
    if (!found) throw new Error(`nobody has slot ${slot}`)
    return found
  }
  return {
    settings: [`queue.cluster=${JSON.stringify(all.map((one) => one.url))}`],
    master,
    async handOver() {
      const before = await master()
      const id = await idOf(before)
      const { lines } = await living()
      const replica = all.find(({ port }) =>
        lines.some((line) => line.includes(`127.0.0.1:${port}@`) && line.includes(`slave ${id}`)),
      )
      if (!replica) throw new Error('it has no replica')
      await ask(replica.port, 'CLUSTER', 'FAILOVER')
      await until(async () => (await master()) !== before)
    },
    async close() {
      for (const one of all) await one.close()
    },
  }
}
