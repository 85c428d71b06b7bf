/** The disks that a node writes to, as metrics. */
import { statfs } from 'node:fs/promises'
import type { Registry } from 'prom-client'
import { expose } from './exposed.js'

/** What is kept there, and the path. */
export interface MeasuredFolder {
  readonly folder: string
  readonly path: string
}

interface Disk {
  readonly free: number
  readonly size: number
}

/** @returns what has to be awaited before the metrics are read */
export function exposeDisks(
  registry: Registry,
  folders: readonly MeasuredFolder[],
): () => Promise<void> {
  const disks = new Map<string, Disk>()
  const samples = (of: keyof Disk) =>
    [...disks].map(([folder, disk]) => ({ labels: { folder }, value: disk[of] }))
  expose(registry, 'waybill_disk_free_bytes', () => samples('free'))
  expose(registry, 'waybill_disk_size_bytes', () => samples('size'))
  return async () => {
    for (const { folder, path } of folders) {
      try {
        const { bavail, blocks, bsize } = await statfs(path)
        disks.set(folder, { free: bavail * bsize, size: blocks * bsize })
      } catch {
        // A folder that is not there yet, or not any more, has no disk.
        disks.delete(folder)
      }
    }
  }
}
