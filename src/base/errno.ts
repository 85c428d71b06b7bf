/** What a system error is called, for comparing and for people to read. */

/** A code such as `ENOENT` or `EADDRINUSE`; `unknown error` for what has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'unknown error'
}
