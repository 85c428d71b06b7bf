/** How much processor time a process has used, where the system tells. */
import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second here, whatever the kernel's own clock. */
const MICROSECONDS_PER_TICK = 10_000

/** @returns microseconds in user and system mode since the process started; undefined if unknown */
export function cpuTimeOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field, the command in parentheses, may hold anything: count from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK
  } catch {
    return undefined
  }
}
