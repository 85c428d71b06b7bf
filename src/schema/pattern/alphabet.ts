/** Divides all characters into kinds that no set of a pattern distinguish, so that an automaton has few columns. */
import { type CharacterSet, LAST_CHARACTER } from './character-set.js'

export interface Alphabet {
  /** How many kinds there are. */
  readonly kinds: number
  /** The kind of each ASCII character. */
  readonly ascii: Uint16Array
  /** Any character of each kind. */
  readonly samples: readonly number[]
  /** The kind of a character. */
  kindOf(code: number): number
}

export function alphabetOf(sets: readonly CharacterSet[]): Alphabet {
  const starts = startsOf(sets)
  const kinds = divide(starts, sets)
  const samples: number[] = []
  for (const [index, kind] of kinds.entries()) samples[kind] ??= starts[index] ?? 0
  const kindOf = (code: number): number => kinds[indexOf(starts, code)] ?? 0
  const ascii = Uint16Array.from({ length: 128 }, (_, code) => kindOf(code))
  return { kinds: samples.length, ascii, samples, kindOf }
}

/** Where a set begins or ends: between two of these, all characters are alike. */
function startsOf(sets: readonly CharacterSet[]): Int32Array {
  const starts = new Set([0])
  for (const set of sets) {
    for (const [index, code] of set.entries()) starts.add(index % 2 === 0 ? code : code + 1)
  }
  starts.delete(LAST_CHARACTER + 1)
  return Int32Array.from(starts).sort()
}

/** The kind of each interval: those that are in the same sets have the same. */
function divide(starts: Int32Array, sets: readonly CharacterSet[]): Int32Array {
  const kinds = new Int32Array(starts.length)
  let last = 0
  for (const set of sets) {
    const inside = new Map<number, number>()
    for (let at = 0; at < set.length; at += 2) {
      const end = set[at + 1] ?? 0
      for (
        let index = indexOf(starts, set[at] ?? 0);
        (starts[index] ?? end + 1) <= end;
        index += 1
      ) {
        const kind = kinds[index] ?? 0
        const divided = inside.get(kind) ?? ++last
        inside.set(kind, divided)
        kinds[index] = divided
      }
    }
  }
  return numbered(kinds)
}

/** The same division, with numbers from 0 without gaps. */
function numbered(kinds: Int32Array): Int32Array {
  const numbers = new Map<number, number>()
  return kinds.map((kind) => {
    const number = numbers.get(kind) ?? numbers.size
    numbers.set(kind, number)
    return number
  })
}

/** The interval that a character is in. */
function indexOf(starts: Int32Array, code: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= code) low = middle
    else high = middle - 1
  }
  return low
}
