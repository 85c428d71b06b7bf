/** Gives alerts what they need of a node: channels, by the configuration, and what they look at. */
import type { Log } from '../../base/log.js'
import type { Reloading } from '../../base/reloading.js'
import { wallTime } from '../../base/time.js'
import { filesIn } from '../../config/files.js'
import { DAY } from '../../config/kinds.js'
import type { Config } from '../../config/schema.js'
import { configSchema } from '../../config/schema.js'
import type { Transports } from '../../path/plugins/transports.js'
import type { QueueBounds } from '../../store/queue/bounds.js'
import type { JobQueue } from '../../store/queue/queue.js'
import type { Transport } from '../../transport.js'
import { DateLog } from '../doctor/dates.js'
import { certificatesOf } from '../doctor/finding.js'
import { readItems } from '../doctor/items.js'
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

interface Configured {
  readonly config: Config
  readonly transports: Transports
}

/** True if anybody is told. */
export function tellsAnybody({ alerts }: Config): boolean {
  return alerts.webhook !== undefined || alerts.mail !== undefined
}

/** @throws WaybillError if a channel cannot be had */
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

/** @returns gets alerts ready for a configuration; it throws WaybillError if a channel cannot be had */
export function followAlerts(
  { listeners, admin, alerts, queueBounds, alertBounds }: Node,
  queue: JobQueue,
) {
  const dates = new DateLog({ warn: (sentence) => alerts.log.warn({}, sentence) })
  return ({ config, transports }: Configured): Reloading => {
    const channels = channelsOf(config, alertBounds, listeners, alerts.log)
    const tells = channels.length > 0
    const { full } = alertBounds
    const looks = [
      certificates(config, transports, dates, tells),
      ...(tells
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

/**
 * The files may be replaced while the node runs.
 *
 * @param dates  also told, whether anybody gets alerts or not
 */
function certificates(
  config: Config,
  transports: Transports,
  dates: DateLog,
  tells: boolean,
): Look {
  const schema = configSchema(transports.all.map(({ module }) => module))
  return {
    prefix: 'certificate ',
    every: DAY / 4,
    find: async () => {
      const items = await readItems(filesIn(config, schema))
      const now = wallTime()
      dates.tell({ items, now })
      return tells ? endingOf(certificatesOf(items), config.alerts.certificates, now) : []
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
