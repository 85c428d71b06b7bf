/** What a process publishes about itself, under the names that every Prometheus client library has for it. */
import { readdir, readFile } from 'node:fs/promises'
import type { Registry } from 'prom-client'
import { wallTime } from '../../base/time.js'
import { expose, only } from './exposed.js'

/** Files and sockets of this process; empty where the system does not tell. */
interface Files {
  readonly open?: number
  readonly most?: number
}

/** @returns what has to be awaited before the metrics are read */
export function exposeProcess(registry: Registry): () => Promise<void> {
  let files: Files = {}
  const started = wallTime() / 1000 - process.uptime()
  expose(registry, 'process_cpu_seconds_total', () => {
    const { user, system } = process.cpuUsage()
    return only((user + system) / 1e6)
  })
  expose(registry, 'process_resident_memory_bytes', () => only(process.memoryUsage.rss()))
  expose(registry, 'process_start_time_seconds', () => only(started))
  expose(registry, 'process_open_fds', () => only(files.open))
  expose(registry, 'process_max_fds', () => only(files.most))
  expose(registry, 'nodejs_heap_size_used_bytes', () => only(process.memoryUsage().heapUsed))
  expose(registry, 'nodejs_heap_size_total_bytes', () => only(process.memoryUsage().heapTotal))
  expose(registry, 'nodejs_external_memory_bytes', () => only(process.memoryUsage().external))
  return async () => {
    files = await readFiles()
  }
}

async function readFiles(): Promise<Files> {
  try {
    const [open, limits] = await Promise.all([
      readdir('/proc/self/fd'),
      readFile('/proc/self/limits', 'latin1'),
    ])
    const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1])
    return { open: open.length, ...(Number.isFinite(most) && { most }) }
  } catch {
    // Only Linux has these files.
    return {}
  }
}
