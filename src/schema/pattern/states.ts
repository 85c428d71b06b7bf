/** The states of an automaton that texts have led to so far, and the table of its transitions: both of limited size. */

/** No state: where no text has been. */
export const UNKNOWN = -1
/** The state from which no text matches. */
export const DEAD = 0
/** The state before a text. */
export const START = 1

/** Entries of the table, and places in a program that the states hold. */
const MAX_CELLS = 1 << 15
const MAX_POSITIONS = 1 << 16

export interface State {
  /** Instructions that take a character, in order. */
  readonly positions: Int32Array
  readonly accepts: boolean
}

export class States {
  /** Which state follows which on what kind of character; `UNKNOWN` where no text has been. */
  table: Int32Array
  readonly #kinds: number
  readonly #states: State[] = []
  readonly #numbers = new Map<string, number>()
  #positions = 0

  /** @param kinds  of characters: the columns of the table */
  constructor(kinds: number, start: State) {
    this.#kinds = kinds
    this.table = new Int32Array(4 * kinds)
    this.add({ positions: new Int32Array(), accepts: false })
    this.add(start)
  }

  get(number: number): State {
    const state = this.#states[number]
    if (state === undefined) throw new Error('there is no such state')
    return state
  }

  /** Lets a state follow another on a kind of character. As `add`. */
  link(from: number, kind: number, to: State): number {
    const number = this.add(to)
    this.table[from * this.#kinds + kind] = number
    return number
  }

  /** The number of a state; `UNKNOWN` if it is new, and there is no room for it. */
  add(state: State): number {
    const key = keyOf(state)
    const existing = this.#numbers.get(key)
    if (existing !== undefined) return existing
    const number = this.#states.length
    const end = (number + 1) * this.#kinds
    const count = this.#positions + state.positions.length
    if (number > START + 1 && (end > MAX_CELLS || count > MAX_POSITIONS)) return UNKNOWN
    this.#grow(end)
    this.table.fill(number === DEAD ? DEAD : UNKNOWN, number * this.#kinds, end)
    this.#states.push(state)
    this.#numbers.set(key, number)
    this.#positions = count
    return number
  }

  #grow(cells: number): void {
    if (cells <= this.table.length) return
    const table = new Int32Array(Math.max(cells, 2 * this.table.length))
    table.set(this.table)
    this.table = table
  }
}

const PORTION = 1000

function keyOf({ positions, accepts }: State): string {
  const parts = [accepts ? '+' : '-']
  for (let from = 0; from < positions.length; from += PORTION) {
    parts.push(String.fromCharCode(...positions.subarray(from, from + PORTION)))
  }
  return parts.join('')
}
