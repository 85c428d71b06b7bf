/** A moment as people and options write it. */

/** In UTC, to the second. @param milliseconds  since 1970 */
export function momentOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}
