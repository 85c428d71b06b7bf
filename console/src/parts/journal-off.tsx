/** Said where a page shows what the journal keeps, at a node that keeps none. */
import { Empty } from './states.js'

export function JournalOff() {
  return (
    <Empty title="This node keeps no journal.">
      Nothing that happens here is kept to be looked at. Set journal.enabled to true in the
      configuration, and restart the node: docs/journal.md.
    </Empty>
  )
}
