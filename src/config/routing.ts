/** The part of the configuration about a message's way through nodes: what is written of it, and who may see it. */
import { z } from 'zod'

export const routing = z.strictObject({
  hops: z
    .boolean()
    .default(true)
    .describe('Write this node into the Hops block of what it sends on, so that loops end.'),
  trace: z
    .boolean()
    .default(true)
    .describe('Write what this node did into the Trace block of messages that have one.'),
})

/** What `node.uri` says by default: the same for every node, so it tells none from another. */
export const UNNAMED = 'urn:waybill:node'

interface Named {
  readonly value: { readonly node: { readonly uri: string }; readonly routes: readonly unknown[] }
  readonly issues: z.core.$ZodRawIssue[]
}

/** Every node on a message's way needs a name of its own, or two of them look like a loop. */
export function checkNamed({ value: { node, routes }, issues }: Named): void {
  if (routes.length === 0 || node.uri !== UNNAMED) return
  issues.push({
    code: 'custom',
    path: ['node', 'uri'],
    input: node.uri,
    message: 'expected a URI of its own, as each node on the way needs a name that no other has',
  })
}
