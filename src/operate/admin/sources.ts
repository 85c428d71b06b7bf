/** What the admin listener describes: the parts of a node, as far as they are there yet. */
import type { RecentLines } from '../../base/recent-lines.js'
import type { Observe } from '../../message/events/events.js'
import type { EditParts } from '../../path/lines.js'
import type { JournalReader } from '../../store/journal/journal.js'
import type { OtherNode } from '../../store/journal/nodes/remote.js'
import type { JobQueue } from '../../store/queue/queue.js'
import type { NodeView } from './api.js'
import type { Readiness } from './health.js'

/** What does not change while a node runs. */
export type NodeFacts = Pick<
  NodeView,
  'uri' | 'version' | 'role' | 'started' | 'plugins' | 'journal'
>

/** A node as it is now. */
export interface LiveNode {
  /** Asked at every request for it; has to answer soon. */
  readonly readiness: () => Readiness | Promise<Readiness>
  readonly listeningNow: () => NodeView['listening']
  /** Undefined before it is open. */
  readonly queueNow: () => JobQueue | undefined
  /** What messages are checked against; undefined before it is made. */
  readonly pathNow: () => EditParts | undefined
  /** The last lines of its log. */
  readonly recentLines: Pick<RecentLines, 'all' | 'warnings'>
}

/** One that is made and not started. */
export const AT_REST: LiveNode = {
  readiness: () => ({ ready: false, problems: [] }),
  listeningNow: () => [],
  queueNow: () => undefined,
  pathNow: () => undefined,
  recentLines: { all: [], warnings: [] },
}

export interface AdminSources extends LiveNode {
  readonly facts: NodeFacts
  readonly journal: JournalReader
  /** That have journals of their own, and are asked as well. */
  readonly otherNodes: readonly OtherNode[]
  /** Is notified of what operators change. */
  readonly observe: Observe
}
