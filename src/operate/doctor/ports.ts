/** Finds out whether each port of the configuration can be had, and who has it if not. */
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { codeOf } from '../../base/errno.js'
import type { Config } from '../../config/schema.js'
import type { ListeningPlace } from '../../message/finding.js'
import { error, type Finding, note, ok } from '../../message/finding.js'
import { addressOf, listeningPlaces } from '../../path/plugins/listening-places.js'
import { storeKind } from '../../store/kind.js'
import type { Examined } from '../findings/examined.js'
import { type Holder, holderOf } from './holder.js'

export async function examinePorts({
  config,
  transports,
}: Pick<Examined, 'config' | 'transports'>): Promise<readonly Finding[]> {
  const found: Finding[] = []
  // One after the other: two of them may be the same.
  for (const place of listeningPlaces({ config, transports })) {
    found.push(await examinePort(place, config))
  }
  return found
}

async function examinePort(place: ListeningPlace, config: Config): Promise<Finding> {
  const { key, host, port } = place
  if (port === 0) return ok(key, `a free port of ${host} is taken at start`)
  const code = await bind(place)
  if (code === undefined) return ok(key, `${addressOf(place)} is free`)
  switch (code) {
    case 'EADDRINUSE':
      return examineHolder(place, config)
    case 'EACCES':
      return error(
        key,
        `${addressOf(place)} may not be listened on by this user`,
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
      return error(key, `${addressOf(place)} cannot be listened on (${code})`, 'choose another one')
  }
}

function examineHolder(place: ListeningPlace, config: Config): Finding {
  const { key, port } = place
  const holder = holderOf(port)
  if (holder?.isNode) return examineNode(place, holder, config)
  if (!holder) {
    return note(
      key,
      `${addressOf(place)} is in use, and this user may not see by whom`,
      `if no node of yours runs, ask as root: ss -ltnp 'sport = :${port}'`,
    )
  }
  return inUse(place, holder.name)
}

/** A node has its embedded queue open; with another one, nothing here tells whose configuration it has. */
function examineNode(
  place: ListeningPlace,
  { name, open }: Holder,
  { queue, stateDir }: Config,
): Finding {
  if (storeKind(queue) !== 'embedded') {
    return ok(place.key, `${addressOf(place)} is held by a node that runs: ${name}`)
  }
  const folder = join(existsSync(stateDir) ? realpathSync(stateDir) : resolve(stateDir), '/')
  return open.some((file) => file.startsWith(folder))
    ? ok(place.key, `${addressOf(place)} is held by this node, which runs: ${name}`)
    : inUse(place, `another node: ${name}`)
}

function inUse(place: ListeningPlace, by: string): Finding {
  const { key, port } = place
  return error(
    key,
    `${addressOf(place)} is in use by ${by}`,
    `end it, or choose another port, as in --set ${key}=${port + 10}`,
  )
}

/** @returns why it cannot be listened on, as a code of the system; undefined if it can */
async function bind({ host, port }: ListeningPlace): Promise<string | undefined> {
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
