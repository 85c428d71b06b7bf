/** Finds the word that somebody may have meant: the known one with the fewest slips of a hand between them. */

/** Words of fewer letters have too many neighbours. */
const MIN_WORD_LENGTH = 3
/** Longer ones are not compared: the work grows with the square of it. */
const MAX_WORD_LENGTH = 64

/** @returns the nearest of the known words; undefined if none is near */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length < MIN_WORD_LENGTH || word.length > MAX_WORD_LENGTH) return undefined
  const most = Math.floor(word.length / 3)
  const [best] = candidates
    .filter(({ length }) => Math.abs(length - word.length) <= most)
    .map((one) => ({ one, slips: slipsBetween(word.toLowerCase(), one.toLowerCase()) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((one, two) => one.slips - two.slips)
  return best?.one
}

/** Letters that are left out, put in, changed, or swapped with their neighbour. */
function slipsBetween(one: string, two: string): number {
  let before: readonly number[] = []
  let last = Array.from({ length: two.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= two.length; column += 1) {
      const same = one[row - 1] === two[column - 1]
      const swapped = one[row - 1] === two[column - 2] && one[row - 2] === two[column - 1]
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          row > 1 && column > 1 && swapped ? (before[column - 2] ?? 0) + 1 : MAX_WORD_LENGTH,
        ),
      )
    }
    before = last
    last = next
  }
  return last[two.length] ?? MAX_WORD_LENGTH
}
