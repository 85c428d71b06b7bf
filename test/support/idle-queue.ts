/** What a queue tells of itself that has nothing in it. */
import type { QueueStats } from '../../src/store/queue/admin.js'

export const IDLE: QueueStats = {
  backend: 'memory',
  paused: false,
  waiting: 0,
  delayed: 0,
  suspended: 0,
  running: 0,
  done: 0,
  dead: 0,
  oldest: undefined,
}
