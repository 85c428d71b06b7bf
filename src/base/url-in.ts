/** Reads a URL: not by URL.canParse, which reads Latin-1 as UTF-8 once it is compiled (Node.js 20). */

/**
 * @param base  what a relative one is resolved against. Default: it has to be absolute
 * @returns undefined for what is no URL
 */
export function urlIn(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
