/** Finds out whether each port of the configuration is available, and who has it if not. */
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { codeOf } from '../../base/errno.js'
import type { Config } from '../../config/schema.js'
import type { ListenAddress } from '../../message/finding.js'
import { error, type Finding, note, ok } from '../../message/finding.js'
import { addressOf, listenAddresses } from '../../path/plugins/listen-addresses.js'
import { storeKind } from '../../store/kind.js'
import type { Examined } from '../findings/examined.js'
import { type Holder, holderOf } from './holder.js'

export async function examinePorts({
  config,
  transports,
}: Pick<Examined, 'config' | 'transports'>): Promise<readonly Finding[]> {
  const found: Finding[] = []
  // One after the other: two of them may be the same.
  for (const one of listenAddresses({ config, transports })) {
    found.push(await examinePort(one, config))
  }
  return found
}

async function examinePort(address: ListenAddress, config: Config): Promise<Finding> {
  const { key, host, port } = address
  if (port === 0) return ok(key, `a free port of ${host} is taken at start`)
  const code = await bind(address)
  if (code === undefined) return ok(key, `${addressOf(address)} is free`)
  switch (code) {
    case 'EADDRINUSE':
      return examineHolder(address, config)
    case 'EACCES':
      return error(
        key,
        `${addressOf(address)} may not be listened on by this user`,
        'choose a port above 1023, or give the unit AmbientCapabilities=CAP_NET_BIND_SERVICE',
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return error(
        key,
        `${host} is no address of this machine`,
        'give the address of one of its interfaces, 127.0.0.1 for this machine alone, or 0.0.0.0 for all of them',
      )
    default:
      return error(
        key,
        `${addressOf(address)} cannot be listened on (${code})`,
        'choose another one',
      )
  }
}

function examineHolder(address: ListenAddress, config: Config): Finding {
  const { key, port } = address
  const holder = holderOf(port)
  if (holder?.isNode) return examineNode(address, holder, config)
  if (!holder) {
    return note(
      key,
      `${addressOf(address)} is in use, and this user may not see by whom`,
      `if no node of yours runs, ask as root: ss -ltnp 'sport = :${port}'`,
    )
  }
  return inUse(address, holder.name)
}

/** A node has its embedded queue open; with another one, nothing here tells whose configuration it has. */
function examineNode(
  address: ListenAddress,
  { name, open }: Holder,
  { queue, stateDir }: Config,
): Finding {
  if (storeKind(queue) !== 'embedded') {
    return ok(address.key, `${addressOf(address)} is held by a node that runs: ${name}`)
  }
  const folder = join(existsSync(stateDir) ? realpathSync(stateDir) : resolve(stateDir), '/')
  return open.some((file) => file.startsWith(folder))
    ? ok(address.key, `${addressOf(address)} is held by this node, which runs: ${name}`)
    : inUse(address, `another node: ${name}`)
}

function inUse(address: ListenAddress, by: string): Finding {
  const { key, port } = address
  return error(
    key,
    `${addressOf(address)} is in use by ${by}`,
    `end it, or choose another port, as in --set ${key}=${port + 10}`,
  )
}

/** @returns why it cannot be listened on, as a code of the system; undefined if it can */
async function bind({ host, port }: ListenAddress): Promise<string | undefined> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    return undefined
  } catch (thrown) {
    return codeOf(thrown)
  } finally {
    server.close()
  }
}
