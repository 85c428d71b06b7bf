/** A link of the chain: the number of a line and its hash, which the next line has in it. */

export interface Link {
  /** The first line has 1; they go on from file to file. */
  readonly number: number
  /** SHA-256 of the line without the newline behind it, 64 hexadecimal digits in lower case. */
  readonly hash: string
}

/** What stands before the first line. */
export const START: Link = { number: 0, hash: '0'.repeat(64) }

/** What each line begins with, in these bytes: so programs need no reader of JSON to follow the chain. */
const BEGINNING =
  /^\{"previous":"([0-9a-f]{64})","number":(\d{1,15}),"time":"([^"\\]{1,40})","kind":"(begin|entry|end)"/

export interface Beginning {
  readonly previous: string
  readonly number: number
  readonly time: string
  readonly kind: 'begin' | 'entry' | 'end'
}

/** @returns undefined for what is no line of a chain */
export function beginningOf(line: Buffer): Beginning | undefined {
  const found = BEGINNING.exec(line.toString('latin1', 0, 200))
  if (!found || line.at(-1) !== '}'.charCodeAt(0)) return undefined
  const [, previous = '', number, time = '', kind] = found
  const named = kind === 'begin' || kind === 'end' ? kind : 'entry'
  return { previous, number: Number(number), time, kind: named }
}

/** True if a line follows another in the chain. */
export function follows({ previous, number }: Beginning, before: Link): boolean {
  return number === before.number + 1 && previous === before.hash
}
