/** Finds whether a disk that the node writes to fills. */
import { stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { codeOf } from '../../../base/errno.js'
import { sizeText } from '../../../base/units.js'
import type { Config } from '../../../config/schema.js'
import type { FoundProblem, ProblemSource } from '../problem.js'

/** Folder that the node writes to, and what has to stay free on its disk, in bytes. */
interface Folder {
  readonly folder: string
  readonly minFree: number
}

type Configured = Pick<Config, 'stateDir' | 'queue' | 'attachments' | 'security'>

/** The folders that a node writes to, by its configuration. */
export function foldersOf({
  stateDir,
  queue,
  attachments,
  security,
}: Configured): readonly Folder[] {
  const { minFree } = queue
  const others = [
    attachments.folder ?? tmpdir(),
    ...(security.evidence.folder === undefined ? [] : [security.evidence.folder]),
  ]
  return [{ folder: stateDir, minFree }, ...others.map((folder) => ({ folder, minFree: 0 }))]
}

/** @param full  percent of what may be used from which on a disk is nearly full */
export function disks(folders: readonly Folder[], full: number): ProblemSource {
  return {
    name: 'disks',
    every: 5_000,
    find: async () => {
      const devices = new Set<number>()
      const found: FoundProblem[] = []
      for (const one of folders) {
        const device = await deviceOf(one.folder)
        // Several folders on one disk are one problem.
        if (device === undefined || devices.has(device)) continue
        devices.add(device)
        found.push(...(await diskOf(one, full)))
      }
      return found
    },
  }
}

/** Of a disk only what is in use counts against what may be in use. */
export async function diskOf(
  { folder, minFree }: Folder,
  full: number,
): Promise<readonly FoundProblem[]> {
  const { blocks, bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const usable = Math.max(blocks * bsize - minFree, 1)
  const used = Math.max(usable - (free - minFree), 0)
  const percent = Math.floor((used / usable) * 100)
  if (percent < full) return []
  const isFull = free <= minFree
  const reserve =
    minFree > 0 ? `, and ${sizeText(minFree)} of it have to stay so (queue.minFree)` : ''
  return [
    {
      name: 'disk-full',
      subject: folder,
      severity: isFull ? 'error' : 'warning',
      stopsAcceptance: false,
      shared: false,
      summary: `The disk of ${folder} is ${isFull ? 'full' : `nearly full: ${percent} % of what may be used`}; ${mebibytes(free)} MiB are free${reserve}.`,
      remedy:
        'Free space anywhere on that disk; the node goes on by itself. To free its own: waybill queue trim --older-than 1h.',
      page: '#/queue',
    },
  ]
}

/** Undefined for a folder that is not there yet. */
async function deviceOf(folder: string): Promise<number | undefined> {
  try {
    return (await stat(folder)).dev
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(bytes < 10 * 1024 ** 2 ? 1 : 0)
}
