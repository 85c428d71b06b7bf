/** How many files and sockets this process has open, and how many it may have. */
import { readdir, readFile } from 'node:fs/promises'

/** Empty where the system does not say. */
export interface OpenFiles {
  readonly open?: number
  /** The soft limit, which counts. */
  readonly most?: number
}

/** Only Linux has it. */
export const LIMITS_FILE = '/proc/self/limits'

/** The soft and the hard limit; each Infinity if there is none, NaN if the file does not have it. */
export function fileLimitsIn(limits: string): { readonly soft: number; readonly hard: number } {
  const [, soft, hard] = /^Max open files\s+(\S+)\s+(\S+)/m.exec(limits) ?? []
  return { soft: limitOf(soft), hard: limitOf(hard) }
}

function limitOf(text: string | undefined): number {
  return text === 'unlimited' ? Number.POSITIVE_INFINITY : Number(text)
}

export async function readOpenFiles(): Promise<OpenFiles> {
  try {
    const [open, limits] = await Promise.all([
      readdir('/proc/self/fd'),
      readFile(LIMITS_FILE, 'latin1'),
    ])
    const { soft } = fileLimitsIn(limits)
    return { open: open.length, ...(Number.isFinite(soft) && { most: soft }) }
  } catch {
    // Only Linux has these files.
    return {}
  }
}
