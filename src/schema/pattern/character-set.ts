/** Sets of characters, as sorted ranges of code points. */

/** First and last code point of each range, in turn; the ranges are sorted, and do not touch. */
export type CharacterSet = readonly number[]

export const LAST_CHARACTER = 0x10ffff

/** From the code point `first` to `last`. */
export function range(first: number, last: number): CharacterSet {
  return [first, last]
}

export function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

/** These characters, and no others. */
export function characterSetOf(...characters: readonly string[]): CharacterSet {
  return unionOf(characters.map((character) => range(codeOf(character), codeOf(character))))
}

export function unionOf(sets: readonly CharacterSet[]): CharacterSet {
  const [only] = sets
  if (only !== undefined && sets.length === 1) return only
  const ranges: (readonly [number, number])[] = []
  for (const set of sets) {
    for (let at = 0; at < set.length; at += 2) ranges.push([set[at] ?? 0, set[at + 1] ?? 0])
  }
  ranges.sort(([one], [other]) => one - other)
  const union: number[] = []
  for (const [first, last] of ranges) {
    const end = union.length - 1
    const before = union[end]
    if (before === undefined || first > before + 1) union.push(first, last)
    else if (last > before) union[end] = last
  }
  return union
}

/** Every character that is not in the set. */
export function complementOf(set: CharacterSet): CharacterSet {
  const complement: number[] = []
  let from = 0
  for (let at = 0; at < set.length; at += 2) {
    const first = set[at] ?? 0
    if (first > from) complement.push(from, first - 1)
    from = (set[at + 1] ?? 0) + 1
  }
  if (from <= LAST_CHARACTER) complement.push(from, LAST_CHARACTER)
  return complement
}

/** What is in the one set and not in the other. */
export function difference(set: CharacterSet, without: CharacterSet): CharacterSet {
  return complementOf(unionOf([complementOf(set), without]))
}

export function overlap(one: CharacterSet, other: CharacterSet): boolean {
  let [at, otherAt] = [0, 0]
  while (at < one.length && otherAt < other.length) {
    if ((one[at + 1] ?? 0) < (other[otherAt] ?? 0)) at += 2
    else if ((other[otherAt + 1] ?? 0) < (one[at] ?? 0)) otherAt += 2
    else return true
  }
  return false
}

/** True if a code point is in the set: looks at few of its ranges, however many there are. */
export function includes(set: CharacterSet, code: number): boolean {
  let low = 0
  let high = set.length >> 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (code > (set[2 * middle + 1] ?? 0)) low = middle + 1
    else high = middle
  }
  return low < set.length >> 1 && code >= (set[2 * low] ?? 0)
}
