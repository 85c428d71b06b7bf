/** Holds the queue, and the disk that it is on, against its bounds. */
import { statfs } from 'node:fs/promises'
import type { Config } from '../../config/schema.js'
import type { QueueStats } from '../../store/queue/admin.js'
import type { Sighting } from './problem.js'

/** @returns what is nearer to its bound than `full` percent */
export function fullOf(
  { waiting, delayed, suspended, oldest = 0, attachmentBytes = 0 }: QueueStats,
  { maxDepth, maxSuspended, maxAge, maxBytes }: Config['queue'],
  full: number,
): readonly Sighting[] {
  return [
    share('queue depth', waiting + delayed, maxDepth, 'queue.maxDepth', full),
    share('suspended jobs', suspended, maxSuspended, 'queue.maxSuspended', full),
    share('queue age', oldest, maxAge, 'queue.maxAge', full),
    // With a bound of 0 none are taken.
    ...(maxBytes > 0
      ? [share('queue attachments', attachmentBytes, maxBytes, 'queue.maxBytes', full)]
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
  return share('disk space', used, usable, `the disk of ${folder}, less queue.minFree`, full)
}

function share(
  what: string,
  now: number,
  most: number,
  bound: string,
  full: number,
): readonly Sighting[] {
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
