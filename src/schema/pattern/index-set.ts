/** A set of small numbers, in the order in which they came: to add, to look up and to clear takes no time. */

export class IndexSet {
  readonly #members: Int32Array
  readonly #slots: Int32Array
  #size = 0

  /** @param capacity  all members are below it */
  constructor(capacity: number) {
    this.#members = new Int32Array(capacity)
    this.#slots = new Int32Array(capacity)
  }

  get size(): number {
    return this.#size
  }

  /** The member that came so many after the first. */
  at(index: number): number {
    return this.#members[index] ?? 0
  }

  has(member: number): boolean {
    const index = this.#slots[member] ?? 0
    return index < this.#size && this.#members[index] === member
  }

  /** @returns false if it was there */
  add(member: number): boolean {
    if (this.has(member)) return false
    this.#members[this.#size] = member
    this.#slots[member] = this.#size
    this.#size += 1
    return true
  }

  clear(): void {
    this.#size = 0
  }
}
