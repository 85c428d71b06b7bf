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

/** The parts of the node that it works with. */
interface Made {
  readonly queue: JobQueue
  readonly tables: Tables
  readonly ways: Ways
  readonly guards: Guards
  /** Undefined if none is kept. */
  readonly evidence: Evidence | undefined
  readonly observe: Observe
  readonly spools: Spools
  /** Undefined if no envelope is kept. */
  readonly capture: EnvelopeCapture | undefined
}

export function makeProcessor(
  { config, transports, log }: Given,
  { tables, ways, guards, capture, ...parts }: Made,
): EnvelopeProcessor {
  return new EnvelopeProcessor({
    ...tables,
    ...ways,
    ...guards,
    ...processorSettings(config),
    ...parts,
    capture: capture?.take,
    traced: tracedNode(transports),
    log: (exchange, traceId) => log.child({ exchange, traceId }),
  })
}
