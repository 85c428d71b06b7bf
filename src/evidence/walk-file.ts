/** Walks one file of evidence: each line follows the one before it, and has the bytes that it says. */
import { createHash } from 'node:crypto'
import type { ChainFileName } from './files.js'
import { type Beginning, beginningOf, follows, type Link } from './link.js'
import { readEntry } from './read-entry.js'
import { linesOf } from './read-lines.js'

/** Where something is wrong. */
export interface Location {
  readonly file: string
  /** Line of the file, from 1; undefined for the file as a whole. */
  readonly line: number | undefined
  readonly what: string
}

export interface Entry {
  /** What the queue has noted. */
  readonly head: Link | undefined
  /** Hashes of the lines as they were when the file was ended. */
  readonly sums: readonly string[] | undefined
}

export interface Walked {
  readonly lines: number
  readonly last: Link | undefined
  readonly ended: boolean
  /** True if what stands last is no whole line: it is being written, or was when the node died. */
  readonly torn: boolean
  readonly fault: Location | undefined
}

/** @param before  undefined: the files before are elsewhere */
export async function walkFile(
  { path, first }: ChainFileName,
  before: Link | undefined,
  { head, sums }: Entry,
): Promise<Walked> {
  let [lines, ended] = [0, false]
  let last = before
  const reported = (line: number, what: string): Walked => {
    return { lines, last, ended, torn: false, fault: { file: path, line, what } }
  }
  for await (const { bytes, whole } of linesOf(path)) {
    const line = lines + 1
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (sums && sums[line - 1] !== hash) return reported(line, notAsEnded(line, sums.length))
    if (!whole) return { lines, last, ended, torn: true, fault: undefined }
    const beginning = beginningOf(bytes)
    if (!beginning) return reported(line, 'it is no line of evidence')
    if (ended) return reported(line, 'it stands behind the closing line')
    const previous = last ?? { number: first - 1, hash: beginning.previous }
    if (!follows(beginning, previous)) return misfit(reported, line, beginning, previous)
    if ((beginning.kind === 'begin') !== (line === 1))
      return reported(line, 'it is at a wrong place')
    if (beginning.kind === 'entry') {
      const wrong = readEntry(bytes).wrong
      if (wrong !== undefined) return reported(line, wrong)
    }
    if (head?.number === beginning.number && head.hash !== hash) {
      return reported(line, 'it is altered: the queue has noted another hash of it')
    }
    last = { number: beginning.number, hash }
    ended = beginning.kind === 'end'
    lines = line
  }
  if (sums && sums.length > lines)
    return reported(lines + 1, `it is missing: ${sums.length} lines were signed`)
  return { lines, last, ended, torn: false, fault: undefined }
}

function notAsEnded(line: number, signed: number): string {
  return line > signed ? 'it was added after the file was signed' : 'it is not as it was signed'
}

function misfit(
  reported: (line: number, what: string) => Walked,
  line: number,
  { number }: Beginning,
  before: Link,
): Walked {
  const expected = before.number + 1
  if (number !== expected) {
    return reported(
      line,
      `expected line ${expected} of the chain, found ${number}: lines are missing, added or in another order`,
    )
  }
  if (line === 1) return reported(line, 'it does not follow the last line of the file before')
  return reported(line - 1, `it is altered: line ${line} has another hash of what stood before it`)
}
