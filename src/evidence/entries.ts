/** Goes through the entries of all chains, in the order of each. */
import { join } from 'node:path'
import { type ChainFileName, chainsIn, filesIn } from './files.js'
import { beginningOf } from './link.js'
import { type KeptEntry, readEntry } from './read-entry.js'
import { linesOf } from './read-lines.js'

export interface FoundEntry {
  readonly chain: string
  readonly file: ChainFileName
  /** The line as it is in the file, without the newline. */
  readonly line: Buffer
  readonly entry: KeptEntry
  readonly message: Buffer
}

/** @param exchange  only entries of this one */
export async function* entriesIn(folder: string, exchange?: string): AsyncGenerator<FoundEntry> {
  // As it stands in the line: most lines need not be read as JSON.
  const wanted = exchange && Buffer.from(`"exchange":${JSON.stringify(exchange)}`)
  for (const chain of await chainsIn(folder)) {
    for (const file of await filesIn(join(folder, chain))) {
      for await (const { bytes, whole } of linesOf(file.path)) {
        if (!whole || beginningOf(bytes)?.kind !== 'entry') continue
        if (wanted && !bytes.includes(wanted)) continue
        const { entry, message } = readEntry(bytes)
        if (!entry || (exchange !== undefined && entry.exchange !== exchange)) continue
        yield { chain, file, line: bytes, entry, message }
      }
    }
  }
}

/** What an entry is called by people, such as `1/42`. */
export function entryName({ chain, entry }: Pick<FoundEntry, 'chain' | 'entry'>): string {
  return `${chain}/${entry.number}`
}
