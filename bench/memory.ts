/** How much memory a process has, from /proc; unknown elsewhere. */
import { readFileSync } from 'node:fs'

/** Resident memory in bytes. */
export function memoryOf(pid: number): number | undefined {
  try {
    const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024
  } catch {
    return undefined
  }
}
