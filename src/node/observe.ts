/** Puts together who listens to the events of a node. */
import type { Logger } from 'pino'
import type { Flow } from '../admin/flow/flow.js'
import type { Alerts } from '../alerts/alerts.js'
import { tellsAnybody } from '../alerts/open.js'
import type { Config } from '../config/schema.js'
import type { Journal } from '../journal/journal.js'
import type { Counts } from '../metrics/counts.js'
import { eventLog } from '../observer/event-log.js'
import type { Observe } from '../observer/events.js'
import { observers } from '../observer/observers.js'
import { spanObservers } from '../tracing/traced-node.js'

interface Given {
  readonly config: Config
  readonly log: Logger
}

export function observeBy(
  { config, log }: Given,
  journal: Journal,
  counts: Counts,
  flow: Flow,
  alerts: Alerts,
): Observe {
  return observers(
    eventLog(log),
    ...spanObservers(),
    (event) => journal.record(event),
    ...(config.metrics.enabled ? [counts.observe] : []),
    flow.observe,
    ...(tellsAnybody(config) ? [alerts.observe] : []),
  )
}
