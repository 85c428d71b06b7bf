/** Runs many attacks, some at once, each with a deadline, and counts how they ended. */
import { within } from '../../src/base/deadline.js'

/** Milliseconds in which each must have come to its end: far more than the limits of the node allow. */
const DEADLINE = 60_000

export interface Ends {
  /** How often each end was met, such as `200` or `closed`. */
  readonly ends: Readonly<Record<string, number>>
  /** Numbers of those that did not end. */
  readonly hung: readonly number[]
}

/** @param attack  one of them, by its number; gives how it ended */
export async function many(
  count: number,
  atOnce: number,
  attack: (number: number) => Promise<string>,
): Promise<Ends> {
  const ends: Record<string, number> = {}
  const hung: number[] = []
  let next = 0
  const go = async () => {
    while (next < count) {
      const number = next++
      const end = await within(DEADLINE, () => attack(number)).catch(() => 'hung')
      if (end === 'hung') hung.push(number)
      ends[end] = (ends[end] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
  return { ends, hung }
}
