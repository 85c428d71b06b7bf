/** Runs nodes as processes that send messages on to each other, over HTTP and by mail, in a line or in circles. */
import { join } from 'node:path'
import { storeKind } from '../../../src/store/kind.js'
import type { QueueAdmin } from '../../../src/store/queue/admin.js'
import { openForAdmin } from '../../../src/store/queue/open.js'
import type { JobQueue } from '../../../src/store/queue/queue.js'
import { readConfig } from '../config.js'
import { folderOf } from '../folder.js'
import { isIdle, until } from '../jobs.js'
import { type Destination, type PostOffice, postOffice } from '../mail/post-office.js'
import { SILENT } from '../silent.js'
import { type RunningDaemon, startDaemon } from './daemon.js'
import { type Link, openLink } from './link.js'

interface Teardown {
  teardown(clean: () => void | Promise<void>): void
}

/** One node, as far as it differs from the others. Its number is its place in the list. */
export interface NodeOfChain {
  /** Sections of the configuration, such as `routes`. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Settings of its queue; none is the embedded one. Default: the queue in memory. */
  readonly queue?: readonly string[]
  /** Whether it takes part in mail. Default false. */
  readonly mail?: boolean
  /** Variables of its process, beside those of the test. Default: none. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Where each node is, before any of them runs. */
export interface NodeAddresses {
  /** URL of a node over HTTP, by way of its link. */
  http(index: number, path?: string): string
  mail(index: number, mailbox?: string): string
  readonly folder: string
}

export interface ChainOfDaemons extends NodeAddresses {
  /** The processes that run now. */
  readonly nodes: readonly RunningDaemon[]
  /** What every connection over HTTP from one node to another goes through, by the node it leads to. */
  readonly links: readonly Link[]
  /** Brings every mail between the nodes, and those of clients. */
  readonly office: PostOffice
  /** A node's queue, which must not be in memory. */
  admin(index: number): Promise<QueueAdmin>
  /** Waits until no mail is on its way, and no queue has anything to do. */
  quiet(): Promise<void>
  /** Starts a node again, after `kill` or at the end of its process. */
  start(index: number): Promise<RunningDaemon>
  /** SIGKILL; resolves when it is gone. */
  kill(index: number): Promise<void>
  stop(): Promise<void>
}

/** What the node of a number is called, in `node.uri` and in mail. */
export const uriOf = (index: number) => `urn:chain:${index}`
export const domainOf = (index: number) => `node${index}.example`
/** The actor that a node plays. */
export const actorAt = (index: number) => `urn:actor:${index}`

/**
 * @param describe  called once, with the places that routes may lead to and the URL of the mail relay
 * @param domains   who takes mail beside the nodes
 */
export async function chainOfDaemons(
  t: Teardown,
  count: number,
  describe: (addresses: NodeAddresses, relay: string) => readonly NodeOfChain[],
  domains: Readonly<Record<string, Destination>> = {},
): Promise<ChainOfDaemons> {
  const folder = folderOf(t, {})
  const links = await Promise.all(Array.from({ length: count }, openLink))
  const destinations: Record<string, Destination> = { ...domains }
  const office = await postOffice(destinations)
  const running: RunningDaemon[] = []
  const addresses: NodeAddresses = {
    folder,
    http: (index, path) =>
      `http://127.0.0.1:${links[index]?.port}/soap${path === undefined ? '' : `/${path}`}`,
    mail: (index, mailbox = 'bus') => `mailto:${mailbox}@${domainOf(index)}`,
  }
  const described = describe(addresses, office.url)
  const start = async (index: number) => {
    const node = described[index] ?? {}
    const variables = Object.entries(node.environment ?? {}).map(
      ([key, value]) => `${key}=${value}`,
    )
    const daemon = await startDaemon(
      settingsOf(index, node, folder, office.url),
      [],
      'listening',
      variables.length === 0 ? [] : ['env', ...variables],
    )
    running[index] = daemon
    links[index]?.aim(daemon.port)
    if (node.mail) destinations[domainOf(index)] = await mailPortOf(daemon)
    return daemon
  }
  const queues = new Map<number, Promise<JobQueue>>()
  const admin = async (index: number) => {
    const settings = stateOf(index, described[index] ?? {}, folder)
    const config = readConfig({ environment: {}, settings })
    if (storeKind(config.queue) === 'memory') throw new Error('its queue is in its memory')
    const opened = queues.get(index) ?? openForAdmin(config, SILENT)
    queues.set(index, opened)
    return (await opened).admin
  }
  const still = async () => {
    const before = office.letters.length
    const all = await Promise.all(running.map(async (_, index) => (await admin(index)).stats()))
    const busy = !all.every(isIdle)
    return !busy && office.underWay === 0 && office.letters.length === before
  }
  const stop = async () => {
    for (const opened of queues.values()) await (await opened).close()
    queues.clear()
    await Promise.all(running.map((node) => node.stop()))
    await Promise.all(links.map((link) => link.close()))
    await office.close()
  }
  t.teardown(stop)
  await Promise.all(links.map((_, index) => start(index)))
  return {
    ...addresses,
    nodes: running,
    links,
    office,
    admin,
    quiet: () => until(still),
    start,
    async kill(index) {
      running[index]?.process.kill('SIGKILL')
      await running[index]?.ended()
    },
    stop,
  }
}

function stateOf(
  index: number,
  { queue = ['queue.url=memory:'] }: NodeOfChain,
  folder: string,
): readonly string[] {
  return [`stateDir=${join(folder, `state-${index}`)}`, ...queue]
}

function settingsOf(
  index: number,
  node: NodeOfChain,
  folder: string,
  relay: string,
): readonly string[] {
  const { config = {}, mail = false } = node
  const sections: Record<string, unknown> = {
    'node.uri': uriOf(index),
    'node.actors': [actorAt(index)],
    plugins: [],
    smtp: mail
      ? {
          port: 0,
          domains: [domainOf(index)],
          addresses: { bus: {} },
          relay: { url: relay, from: `bus@${domainOf(index)}` },
        }
      : { enabled: false },
    ...config,
  }
  return [
    ...stateOf(index, node, folder),
    ...Object.entries(sections).map(
      ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
  ]
}

/** The port that a daemon takes mail at. */
export async function mailPortOf(daemon: RunningDaemon): Promise<number> {
  const line = await daemon.logged(
    ({ msg, transport }) => msg === 'listening' && transport === 'smtp',
  )
  const [url = ''] = line.listening as readonly string[]
  return Number(new URL(url).port)
}
