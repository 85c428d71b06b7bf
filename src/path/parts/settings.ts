/** What of the configuration the steps use. */
import type { ProcessorParts } from './parts.js'

interface Settings {
  readonly node: { readonly uri: string; readonly actors: readonly string[] }
  readonly queue: { readonly wait: number }
}

export function processorSettings({
  node,
  queue,
}: Settings): Pick<ProcessorParts, 'node' | 'actors' | 'patience'> {
  return { node: node.uri, actors: new Set(node.actors), patience: queue.wait }
}
