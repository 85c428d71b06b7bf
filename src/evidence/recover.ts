/** Finds the end of a chain when a node starts: after loss of power the last lines may not be whole. */
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { WaybillError } from '../errors.js'
import { type ChainFileName, filesIn } from './files.js'
import { beginningOf, follows, type Link, START } from './link.js'
import { linesOf } from './read-lines.js'

/** Where a chain goes on. */
export interface ChainEnd {
  readonly last: Link
  /** The file that has the last line. */
  readonly path: string
  /** Bytes of it that are whole. */
  readonly length: number
  /** True if it has its closing line. */
  readonly ended: boolean
  /** Bytes behind them, which nobody was told are kept. */
  readonly torn: number
}

/**
 * Reads the files from the one on that has the line which the queue's store knows.
 *
 * @param kept  undefined if it knows none
 * @returns undefined if there is no line yet
 * @throws WaybillError WAYBILL_EVIDENCE_DAMAGED if a line is missing that was kept, or is not as it was
 */
export async function findEnd(
  folder: string,
  kept: Link | undefined,
): Promise<ChainEnd | undefined> {
  const files = await filesIn(folder)
  const from = kept ? files.findLastIndex(({ first }) => first <= kept.number) : files.length - 1
  const walk = new Walk(kept)
  for (const [index, file] of files.entries()) {
    if (index < from) continue
    await walk.through(file, index === files.length - 1)
  }
  const { end } = walk
  if (end) return checked(end, kept)
  const [first, ...more] = files
  // A file whose first line never came to be.
  if (first && more.length === 0 && !kept?.number) await rm(first.path)
  else if (files.length > 0) throw damaged(folder, 'no line of the last file is intact')
  return undefined
}

function checked(end: ChainEnd, kept: Link | undefined): ChainEnd {
  if (!kept || end.last.number >= kept.number) return end
  const lost = kept.number - end.last.number
  throw damaged(end.path, `${lost} lines at the end are missing or not as they were`)
}

class Walk {
  end: ChainEnd | undefined
  readonly #kept: Link | undefined

  constructor(kept: Link | undefined) {
    this.#kept = kept
  }

  async through({ path, first }: ChainFileName, isLast: boolean): Promise<void> {
    let last = this.end?.last
    let [length, torn, complete, ended] = [0, 0, false, false]
    for await (const { bytes, at, whole } of linesOf(path)) {
      const size = bytes.length + (whole ? 1 : 0)
      const beginning = torn === 0 && whole ? beginningOf(bytes) : undefined
      const before = last ?? (beginning && { number: first - 1, hash: beginning.previous })
      if (!beginning || !before || ended || !follows(beginning, before)) {
        torn += size
        complete ||= whole
        continue
      }
      this.#compare(path, before)
      last = { number: beginning.number, hash: createHash('sha256').update(bytes).digest('hex') }
      this.#compare(path, last)
      length = at + size
      ended = beginning.kind === 'end'
    }
    // Nothing knows whether whole lines that do not fit were kept.
    if (torn > 0 && (!isLast || (complete && !this.#kept))) {
      throw damaged(path, `what stands behind line ${last?.number ?? first - 1} does not fit to it`)
    }
    if (length > 0 && last) this.end = { last, path, length, ended, torn }
    else if (this.end) await rm(path)
  }

  #compare(path: string, { number, hash }: Link): void {
    if (number !== this.#kept?.number || hash === this.#kept.hash || number === START.number) return
    throw damaged(path, `line ${number} is not the one that the queue has noted`)
  }
}

export function damaged(where: string, what: string): WaybillError {
  return new WaybillError('WAYBILL_EVIDENCE_DAMAGED', `${where}: ${what}`)
}
