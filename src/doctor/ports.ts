/** Finds out whether each port of the configuration can be had, and who has it if not. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { codeOf } from '../base/errno.js'
import type { ListeningPlace } from '../message/finding.js'
import { type Examined, error, type Finding, note, ok } from './finding.js'
import { holderOf } from './holder.js'

export async function examinePorts({
  config,
  transports,
}: Pick<Examined, 'config' | 'transports'>): Promise<readonly Finding[]> {
  const { host, port } = config.admin
  const listens = config.node.role !== 'worker'
  const places: readonly ListeningPlace[] = [
    ...(listens
      ? transports.used.flatMap(({ module, place }) => module.listens?.(place.section) ?? [])
      : []),
    { key: 'admin.port', host, port },
  ]
  const found: Finding[] = sharedIn(places)
  // One after the other: two of them may be the same.
  for (const place of places) found.push(await examinePort(place))
  return found
}

function nameOf({ host, port }: ListeningPlace): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function sharedIn(places: readonly ListeningPlace[]): Finding[] {
  return places.flatMap((place, index) => {
    const same = places.slice(0, index).find(({ port }) => port !== 0 && port === place.port)
    if (!same || same.host !== place.host) return []
    return error(
      place.key,
      `${nameOf(place)} is that of ${same.key}, too`,
      'give each a port of its own',
    )
  })
}

async function examinePort(place: ListeningPlace): Promise<Finding> {
  const { key, host, port } = place
  if (port === 0) return ok(key, `a free port of ${host} is taken at start`)
  const code = await bind(place)
  if (code === undefined) return ok(key, `${nameOf(place)} is free`)
  switch (code) {
    case 'EADDRINUSE':
      return examineHolder(place)
    case 'EACCES':
      return error(
        key,
        `${nameOf(place)} may not be listened on by this user`,
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
      return error(key, `${nameOf(place)} cannot be listened on (${code})`, 'choose another one')
  }
}

function examineHolder(place: ListeningPlace): Finding {
  const { key, port } = place
  const holder = holderOf(port)
  if (holder?.isNode) return ok(key, `${nameOf(place)} is held by a node that runs: ${holder.name}`)
  if (!holder) {
    return note(
      key,
      `${nameOf(place)} is in use, and this user may not see by whom`,
      `if no node of yours runs, ask as root: ss -ltnp 'sport = :${port}'`,
    )
  }
  return error(
    key,
    `${nameOf(place)} is in use by ${holder.name}`,
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
