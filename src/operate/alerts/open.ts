/** Gives alerts what they need of a node: channels, by the configuration, and what they look at. */
import type { Log } from '../../base/log.js'
import type { Reloading } from '../../base/reloading.js'
import { wallTime } from '../../base/time.js'
import { DAY } from '../../config/kinds.js'
import type { Config } from '../../config/schema.js'
import type { QueueBounds } from '../../store/queue/bounds.js'
import type { JobQueue } from '../../store/queue/queue.js'
import type { Transport } from '../../transport.js'
import { findInDates } from '../findings/dates.js'
import { type Configured, certificatesOf, examinedAt } from '../findings/examined.js'
import type { FindingLog } from '../findings/finding-log.js'
import { merged } from '../findings/findings.js'
import type { Alerts, Look } from './alerts.js'
import type { AlertBounds } from './bounds.js'
import { endingOf } from './certificates.js'
import { mailChannel } from './mail.js'
import type { Channel } from './outbox.js'
import { DEAD } from './problem-events.js'
import { diskOf, fullOf } from './store.js'
import { webhookChannel } from './webhook.js'

/** What stays when the configuration changes. */
interface Node {
  readonly listeners: readonly Transport[]
  readonly admin: { readonly listening: readonly string[] }
  readonly alerts: Alerts
  readonly queueBounds: QueueBounds
  readonly alertBounds: AlertBounds
}

/** True if anybody is told. */
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

/**
 * @param log  notified of dates, whether anybody gets alerts or not
 * @returns gets alerts ready for a configuration; it throws WaybillError if a channel is not available
 */
export function followAlerts(
  { listeners, admin, alerts, queueBounds, alertBounds }: Node,
  queue: JobQueue,
  log: Pick<FindingLog, 'more'>,
) {
  return (configured: Configured): Reloading => {
    const { config } = configured
    const channels = channelsOf(config, alertBounds, listeners, alerts.log)
    const notifies = channels.length > 0
    const { full } = alertBounds
    const looks = [
      certificates(configured, log, notifies),
      ...(notifies
        ? [store({ ...config.queue, ...queueBounds }, full, queue), disk(config, full)]
        : []),
    ]
    return {
      changed: [],
      apply: () =>
        alerts.use({
          channels,
          looks,
          console: config.alerts.console ?? admin.listening[0],
        }),
    }
  }
}

/** The files may be replaced while the node runs. */
function certificates(
  configured: Configured,
  log: Pick<FindingLog, 'more'>,
  notifies: boolean,
): Look {
  return {
    prefix: 'certificate ',
    every: DAY / 4,
    find: async () => {
      const examined = await examinedAt(configured, wallTime())
      log.more(merged(findInDates(examined)))
      const { items, now } = examined
      return notifies
        ? endingOf(certificatesOf(items), configured.config.alerts.certificates, now)
        : []
    },
  }
}

const MINUTE = 60_000

/** Once no dead letter is left, somebody has seen to them. */
function store(bounds: Config['queue'] & QueueBounds, full: number, queue: JobQueue): Look {
  return {
    prefix: 'store queue ',
    every: MINUTE,
    find: async () => fullOf(await queue.admin.stats(), bounds, full),
    over: async () => {
      const { dead } = await queue.admin.stats()
      return (key) => dead === 0 && key.startsWith(DEAD)
    },
  }
}

function disk({ stateDir, queue }: Config, full: number): Look {
  return {
    prefix: 'store disk ',
    every: MINUTE,
    find: () => diskOf(stateDir, queue, full),
  }
}
