/** How many characters a counted repetition has taken, for every place at which it can have begun. */

export class CountSet {
  readonly #max: number
  /** Positions in the text at which it began, the oldest first; those before `#first` are over. */
  #begun: number[] = []
  #first = 0

  constructor(max: number) {
    this.#max = max
  }

  get isEmpty(): boolean {
    return this.#first === this.#begun.length
  }

  /**
   * It begins at a position, and has taken nothing yet. Without a limit, only the oldest counts.
   *
   * @returns false if that changes nothing
   */
  begin(position: number): boolean {
    if (this.isEmpty) this.clear()
    else if (this.#max === Number.POSITIVE_INFINITY || this.#begun.at(-1) === position) return false
    this.#begun.push(position)
    return true
  }

  /** One more character was taken by all of them: those are over that have now too many. */
  take(position: number): void {
    while (position - (this.#begun[this.#first] ?? position) > this.#max) this.#first += 1
    if (this.#first > 1000 && this.#first * 2 > this.#begun.length) {
      this.#begun = this.#begun.slice(this.#first)
      this.#first = 0
    }
  }

  /** The most characters that it can have taken. */
  most(position: number): number {
    return position - (this.#begun[this.#first] ?? position)
  }

  clear(): void {
    this.#begun.length = 0
    this.#first = 0
  }
}
