/** What of the configuration the steps use. */
import type { ProcessorLimits } from './limits.js'
import type { ProcessorParts } from './parts.js'

interface Settings {
  readonly node: { readonly uri: string; readonly actors: readonly string[] }
  readonly queue: { readonly wait: number }
  readonly limits: Omit<ProcessorLimits, 'hops' | 'loaded'>
  readonly attachments: { readonly maxInMemory: number }
  readonly routing: { readonly hops: boolean; readonly maxHops: number }
}

export function processorSettings({
  node,
  queue,
  limits,
  attachments,
  routing,
}: Settings): Pick<ProcessorParts, 'node' | 'actors' | 'patience' | 'limits'> {
  return {
    node: node.uri,
    actors: new Set(node.actors),
    patience: queue.wait,
    limits: {
      ...limits,
      hops: routing.hops ? routing.maxHops : undefined,
      loaded: attachments.maxInMemory,
    },
  }
}
