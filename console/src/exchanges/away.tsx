/** Other nodes that were asked and did not answer: what only they know is missing. */
import type { AwayView } from '../../../src/operate/admin/api.js'

export function Away({ nodes }: { readonly nodes: readonly AwayView[] }) {
  if (nodes.length === 0) return null
  return (
    <p role="status" class="tone-warn">
      {nodes.map(({ name, why }) => `${name} did not answer: ${why}. `)}
      What only {nodes.length === 1 ? 'this node knows' : 'these nodes know'} is missing here.
    </p>
  )
}
