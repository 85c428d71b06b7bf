/** Where a node will listen, and whether it can: no two of these may be the same. */
import type { Config } from '../../config/schema.js'
import { WaybillError } from '../../errors.js'
import type { ListenAddress } from '../../message/finding.js'
import type { Transports } from './transports.js'

interface Configured {
  readonly config: Pick<Config, 'admin' | 'node'>
  readonly transports: Transports
}

/** By the configuration, the admin listener last. */
export function listenAddresses({ config, transports }: Configured): readonly ListenAddress[] {
  const { host, port } = config.admin
  const listens = config.node.role !== 'worker'
  return [
    ...(listens
      ? transports.used.flatMap(({ module, settings }) => module.listens?.(settings.section) ?? [])
      : []),
    { key: 'admin.port', host, port },
  ]
}

/** Two of them with the same address. */
export interface Shared {
  readonly address: ListenAddress
  /** What is the matter, but for the key of the place. */
  readonly sentence: string
}

export function sharedIn(address: readonly ListenAddress[]): readonly Shared[] {
  return address.flatMap((one, index) => {
    const same = address.slice(0, index).find((other) => areOne(one, other))
    return same ? { address: one, sentence: `${addressOf(one)} is that of ${same.key}, too` } : []
  })
}

/** @throws WaybillError WAYBILL_CONFIG_INVALID */
export function refuseShared(configured: Configured): void {
  const [shared] = sharedIn(listenAddresses(configured))
  if (!shared) return
  const { address, sentence } = shared
  throw new WaybillError('WAYBILL_CONFIG_INVALID', `${address.key}: ${sentence}`)
}

export function addressOf({ host, port }: ListenAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** What stands for all addresses of the machine. */
const ALL: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

function areOne(address: ListenAddress, other: ListenAddress): boolean {
  if (address.port === 0 || address.port !== other.port) return false
  return address.host === other.host || ALL.has(address.host) || ALL.has(other.host)
}
