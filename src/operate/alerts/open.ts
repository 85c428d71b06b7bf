/** Gives alerts the channels of the configuration that is in effect. */
import type { Log } from '../../base/log.js'
import type { Reloading } from '../../base/reloading.js'
import type { Config } from '../../config/schema.js'
import type { Transport } from '../../transport.js'
import type { Alerts } from './alerts.js'
import type { AlertBounds } from './bounds.js'
import { mailChannel } from './mail.js'
import type { Channel } from './outbox.js'
import { webhookChannel } from './webhook.js'

/** What stays when the configuration changes. */
interface Node {
  readonly listeners: readonly Transport[]
  readonly admin: { readonly listening: readonly string[] }
  readonly alerts: Alerts
  readonly alertBounds: AlertBounds
}

/** True if anybody is notified. */
export function hasChannels({ alerts }: Config): boolean {
  return alerts.webhook !== undefined || alerts.mail !== undefined
}

/** @throws WaybillError if a channel is not available */
export function channelsOf(
  { alerts: { webhook, mail } }: Config,
  { webhookTimeout }: AlertBounds,
  transports: readonly Transport[],
  log: Pick<Log, 'warn'>,
): readonly Channel[] {
  return [
    ...(webhook ? [webhookChannel(webhook, webhookTimeout)] : []),
    ...(mail ? [mailChannel(mail.to, transports, log)] : []),
  ]
}

/** @returns gets alerts ready for a configuration; it throws WaybillError if a channel is not available */
export function followAlerts({ listeners, admin, alerts, alertBounds }: Node) {
  return ({ config }: { readonly config: Config }): Reloading => {
    const channels = channelsOf(config, alertBounds, listeners, alerts.log)
    return {
      changed: [],
      apply: () => alerts.use({ channels, console: config.alerts.console ?? admin.listening[0] }),
    }
  }
}
