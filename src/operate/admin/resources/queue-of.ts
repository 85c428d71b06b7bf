/** The queue, or why there is none to ask. */
import type { QueueAdmin } from '../../../store/queue/admin.js'
import { Refused } from '../refused.js'
import type { AdminSources } from '../sources.js'

/** @throws Refused 503 */
export function queueOf({ queueNow }: Pick<AdminSources, 'queueNow'>): QueueAdmin {
  const open = queueNow()?.admin
  if (open) return open
  throw new Refused(503, 'the queue is not open yet', { headers: { 'retry-after': '1' } })
}
