/** What an error is called, and what it says, whatever was thrown. */

/** A code such as `ENOENT` or `EADDRINUSE`; `unknown error` for what has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'unknown error'
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Why the system refused, in its own words, such as `no such file or directory`; else its code. */
export function systemReason(error: unknown): string {
  const code = codeOf(error)
  const [, words] = /^[A-Z]\w+: ([^,]+),/.exec(messageOf(error)) ?? []
  return words !== undefined && messageOf(error).startsWith(`${code}: `) ? words : code
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** True if the disk, or the quota of this user, is full. */
export function isFull(error: unknown): boolean {
  return FULL.has(codeOf(error))
}
