/** Changes a document by position: what is not cut stays exactly as it came. */

export interface Cut {
  /** Offsets into the text; `end` is exclusive. */
  readonly start: number
  readonly end: number
  /** What stands there instead; nothing by default. */
  readonly insert?: string
}

/** @param cuts  in ascending order, without overlap */
export function splice(text: string, cuts: readonly Cut[]): string {
  let spliced = ''
  let from = 0
  for (const { start, end, insert = '' } of cuts) {
    if (start < from || end < start || end > text.length) throw new RangeError('cuts out of order')
    spliced += text.slice(from, start) + insert
    from = end
  }
  return spliced + text.slice(from)
}
