/** Where a node will listen, and whether it can: no two of these may be the same. */
import type { Config } from '../../config/schema.js'
import { WaybillError } from '../../errors.js'
import type { ListeningPlace } from '../../message/finding.js'
import type { Transports } from './transports.js'

interface Configured {
  readonly config: Pick<Config, 'admin' | 'node'>
  readonly transports: Transports
}

/** By the configuration, the admin listener last. */
export function listeningPlaces({ config, transports }: Configured): readonly ListeningPlace[] {
  const { host, port } = config.admin
  const listens = config.node.role !== 'worker'
  return [
    ...(listens
      ? transports.used.flatMap(({ module, place }) => module.listens?.(place.section) ?? [])
      : []),
    { key: 'admin.port', host, port },
  ]
}

/** Two of them with the same address. */
export interface Shared {
  readonly place: ListeningPlace
  /** What is the matter, but for the key of the place. */
  readonly sentence: string
}

export function sharedIn(places: readonly ListeningPlace[]): readonly Shared[] {
  return places.flatMap((place, index) => {
    const same = places.slice(0, index).find((other) => areOne(place, other))
    return same ? { place, sentence: `${addressOf(place)} is that of ${same.key}, too` } : []
  })
}

/** @throws WaybillError WAYBILL_CONFIG_INVALID */
export function refuseShared(configured: Configured): void {
  const [shared] = sharedIn(listeningPlaces(configured))
  if (!shared) return
  const { place, sentence } = shared
  throw new WaybillError('WAYBILL_CONFIG_INVALID', `${place.key}: ${sentence}`)
}

export function addressOf({ host, port }: ListeningPlace): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** What stands for all addresses of the machine. */
const ALL: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

function areOne(place: ListeningPlace, other: ListeningPlace): boolean {
  if (place.port === 0 || place.port !== other.port) return false
  return place.host === other.host || ALL.has(place.host) || ALL.has(other.host)
}
