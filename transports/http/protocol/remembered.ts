/** Remembers what values of header fields were read as: clients repeat theirs. */

/** Values that are remembered, and characters of one. */
const MAX_VALUES = 64
const MAX_LENGTH = 256

export class Remembered<Read> {
  readonly #read: (value: string) => Read
  readonly #values = new Map<string, Read>()

  /** @param read  gives the same for the same value, or throws */
  constructor(read: (value: string) => Read) {
    this.#read = read
  }

  /** @throws what reading it throws */
  of(value: string): Read {
    const before = this.#values.get(value)
    if (before !== undefined) return before
    const read = this.#read(value)
    if (value.length > MAX_LENGTH) return read
    if (this.#values.size === MAX_VALUES) this.#values.clear()
    this.#values.set(value, read)
    return read
  }
}
