/** What a process publishes about itself, under the names that every Prometheus client library has for it. */
import type { Registry } from 'prom-client'
import { wallTime } from '../../base/time.js'
import { type OpenFiles, readOpenFiles } from '../process/open-files.js'
import { expose, only } from './exposed.js'

/** @returns what has to be awaited before the metrics are read */
export function exposeProcess(registry: Registry): () => Promise<void> {
  let files: OpenFiles = {}
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
    files = await readOpenFiles()
  }
}
