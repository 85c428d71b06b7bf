/** What an error is called, and what it says, whatever was thrown. */

/** A code such as `ENOENT` or `EADDRINUSE`; `unknown error` for what has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'unknown error'
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
