/** Reads the ledger's lines back, and tells what a crash has left behind from what is no ledger. */

const LINE_FEED = 10
/** Every line begins so. */
const BEGIN = '{"id":"'

export interface ReadLines {
  /** Texts by id. */
  readonly records: ReadonlyMap<string, string>
  /** Bytes up to the end of the last whole line: what follows is the beginning of one. */
  readonly whole: number
}

/**
 * @param path  names the file in the error
 * @throws Error for a line that is no record: the file may be somebody else's, so nothing is cut
 */
export function readLines(bytes: Buffer, path: string): ReadLines {
  const records = new Map<string, string>()
  let whole = 0
  for (let line = 1; whole < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, whole)
    if (end < 0) {
      if (isTorn(bytes.toString('utf8', whole))) break
      throw new Error(`line ${line} of ${path} is no record`)
    }
    const record = recordOf(bytes.toString('utf8', whole, end))
    if (!record) throw new Error(`line ${line} of ${path} is no record`)
    records.set(record.id, record.text)
    whole = end + 1
  }
  return { records, whole }
}

/** A write that a crash cut short, or zeros where the disk had room for it and not yet the bytes. */
function isTorn(rest: string): boolean {
  return rest.startsWith(BEGIN) || BEGIN.startsWith(rest.replace(/\0+$/, ''))
}

function recordOf(line: string): { readonly id: string; readonly text: string } | undefined {
  try {
    const { id, text } = JSON.parse(line)
    return typeof id === 'string' && typeof text === 'string' ? { id, text } : undefined
  } catch {
    // Not JSON, or null: no record either way.
    return undefined
  }
}
