/** Refuses, before anything is opened, what a node could not start with though each part of it can be made. */
import type { Log } from '../base/log.js'
import type { Config } from '../config/schema.js'
import type { AlertBounds } from '../operate/alerts/bounds.js'
import { channelsOf } from '../operate/alerts/open.js'
import { refuseShared } from '../path/plugins/listen-addresses.js'
import type { Transports } from '../path/plugins/transports.js'
import type { Transport } from '../transport.js'

interface Made {
  readonly config: Config
  readonly alertBounds: AlertBounds
  readonly transports: Transports
  readonly listeners: readonly Transport[]
}

/** @throws WaybillError WAYBILL_CONFIG_INVALID */
export function refuseUnstartable(made: Made, log: Pick<Log, 'warn'>): void {
  refuseShared(made)
  channelsOf(made.config, made.alertBounds, made.listeners, log)
}
