/** Puts together who listens to the events of a node. */
import type { Logger } from 'pino'
import type { Config } from '../config/schema.js'
import { eventLog } from '../message/events/event-log.js'
import type { NodeEvent, Observe } from '../message/events/events.js'
import type { Flow } from '../operate/admin/flow/flow.js'
import type { Alerts } from '../operate/alerts/alerts.js'
import { tellsAnybody } from '../operate/alerts/open.js'
import type { Counts } from '../operate/metrics/counts.js'
import { spanObservers } from '../operate/tracing/traced-node.js'
import type { Journal } from '../store/journal/journal.js'

interface Given {
  readonly config: Config
  readonly log: Logger
}

/** Who is told, where it is switched on. */
interface Listeners {
  readonly journal: Journal
  readonly counts: Counts
  readonly flow: Flow
  readonly alerts: Alerts
}

export function observeBy(
  { config, log }: Given,
  { journal, counts, flow, alerts }: Listeners,
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

/** Tells each of them of each event, one after the other. None of them may throw; see `Observe`. */
function observers(...all: readonly Observe[]): Observe {
  return (event: NodeEvent) => {
    for (const observe of all) observe(event)
  }
}
