/** Holds the queue, and the disk that it is on, against its bounds. */
import { statfs } from 'node:fs/promises'
import type { Config } from '../../config/schema.js'
import type { QueueStats } from '../../store/queue/admin.js'
import type { QueueBounds } from '../../store/queue/bounds.js'
import type { Sighting } from './problem.js'

/** @returns what is nearer to its bound than `full` percent */
export function fullOf(
  { waiting, delayed, suspended, oldest = 0, attachmentBytes = 0 }: QueueStats,
  { maxDepth, maxSuspended, maxAge, maxBytes }: Config['queue'] & QueueBounds,
  full: number,
): readonly Sighting[] {
  const share = sharesFrom(full)
  return [
    share('queue depth', waiting + delayed, maxDepth, 'queue.maxDepth'),
    share('suspended jobs', suspended, maxSuspended, 'the jobs that may be suspended'),
    share('queue age', oldest, maxAge, 'the longest that a job may wait, in milliseconds'),
    // With a bound of 0 none are taken.
    ...(maxBytes > 0
      ? [share('queue attachments', attachmentBytes, maxBytes, 'queue.maxBytes')]
      : []),
  ].flat()
}

/** Of a disk only what is in use counts against what may be in use. */
export async function diskOf(
  folder: string,
  { minFree }: Config['queue'],
  full: number,
): Promise<readonly Sighting[]> {
  const { blocks, bavail, bsize } = await statfs(folder)
  const usable = Math.max(blocks * bsize - minFree, 1)
  const used = Math.max(usable - (bavail * bsize - minFree), 0)
  const bound = `the disk of ${folder}, less queue.minFree`
  return sharesFrom(full)('disk space', used, usable, bound)
}

/** @returns what describes a share of a bound from so many percent on */
function sharesFrom(full: number) {
  return (what: string, now: number, most: number, bound: string): readonly Sighting[] => {
    const percent = Math.floor((now / most) * 100)
    if (percent < full) return []
    return [
      {
        kind: 'store',
        key: `store ${what}`,
        title: `The store is nearly full: ${bound}`,
        example: `${percent} % of ${bound}: ${Math.round(now)} of ${most}`,
        page: '#/queue',
      },
    ]
  }
}
