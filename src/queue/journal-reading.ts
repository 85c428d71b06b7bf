/** Reads the segments of the accept journal back: where what is not settled is, and what a crash tore. */
import { cutSegment, damaged, readSegment, segmentFile, segmentsIn } from './segment.js'

export interface Cut {
  readonly file: string
  readonly bytes: number
  readonly because: string
}

export interface Found {
  readonly segments: readonly { readonly number: number; readonly bytes: number }[]
  readonly cut: Cut | undefined
  /** Where what is not settled is. */
  readonly places: ReadonlyMap<string, { readonly segment: number; readonly bytes: number }>
}

/** @throws WaybillError WAYBILL_JOURNAL_DAMAGED */
export async function readBack(folder: string): Promise<Found> {
  const numbers = await segmentsIn(folder)
  const segments: { number: number; bytes: number }[] = []
  let cut: Cut | undefined
  const places = new Map<string, { segment: number; bytes: number }>()
  for (const segment of numbers) {
    const file = segmentFile(folder, segment)
    const { records, whole, bytes, torn } = await readSegment(file)
    if (torn !== undefined) {
      // Only the segment that was being written can have a torn tail.
      if (segment !== numbers.at(-1)) throw damaged(file, whole, torn)
      await cutSegment(file, whole)
      cut = { file, bytes: bytes - whole, because: torn }
    }
    segments.push({ number: segment, bytes: whole })
    for (const record of records) {
      if (record.kind === 'settled') places.delete(record.id)
      else places.set(record.id, { segment, bytes: record.data.byteLength })
    }
  }
  return { segments, places, cut }
}
