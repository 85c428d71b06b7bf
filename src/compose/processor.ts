/** Makes the processor of a node from its parts. */
import type { Logger } from 'pino'
import type { Config } from '../config/schema.js'
import type { Observe } from '../message/events/events.js'
import { tracedNode } from '../operate/tracing/traced-node.js'
import type { Tables, Ways } from '../path/parts/parts.js'
import { processorSettings } from '../path/parts/settings.js'
import type { Transports } from '../path/plugins/transports.js'
import { EnvelopeProcessor } from '../path/processor.js'
import type { Evidence } from '../security/evidence/for-node.js'
import type { Guards } from '../security/make.js'
import type { EnvelopeCapture } from '../store/journal/capture/capture.js'
import type { JobQueue } from '../store/queue/queue.js'
import type { Spools } from '../transport.js'

interface Given {
  readonly config: Config
  readonly transports: Transports
  readonly log: Logger
}

export function makeProcessor(
  { config, transports, log }: Given,
  queue: JobQueue,
  tables: Tables,
  ways: Ways,
  guards: Guards,
  evidence: Evidence | undefined,
  observe: Observe,
  spools: Spools,
  capture: EnvelopeCapture | undefined,
): EnvelopeProcessor {
  return new EnvelopeProcessor({
    ...tables,
    ...ways,
    ...guards,
    ...processorSettings(config),
    queue,
    observe,
    capture: capture?.take,
    evidence,
    spools,
    traced: tracedNode(transports),
    log: (exchange, traceId) => log.child({ exchange, traceId }),
  })
}
