/** A set of small numbers, in the order in which they came: to add, to look up and to clear takes no time. */

export class IndexSet {
  readonly #members: Int32Array
  readonly #places: Int32Array
  #size = 0

  /** @param capacity  all members are below it */
  constructor(capacity: number) {
    this.#members = new Int32Array(capacity)
    this.#places = new Int32Array(capacity)
  }

  get size(): number {
    return this.#size
  }

  /** The member that came so many after the first. */
  at(place: number): number {
    return this.#members[place] ?? 0
  }

  has(member: number): boolean {
    const place = this.#places[member] ?? 0
    return place < this.#size && this.#members[place] === member
  }

  /** @returns false if it was there */
  add(member: number): boolean {
    if (this.has(member)) return false
    this.#members[this.#size] = member
    this.#places[member] = this.#size
    this.#size += 1
    return true
  }

  clear(): void {
    this.#size = 0
  }
}
