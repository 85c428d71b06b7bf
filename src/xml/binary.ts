/** PUBLIC: bytes that travel beside the text of a message, in memory or in a file. */

/** Can be read as often as wanted, until the exchange that it belongs to has ended. */
export interface Binary {
  /** In bytes. */
  readonly size: number
  /** All of it, in memory. */
  bytes(): Promise<Uint8Array>
  /** From its beginning, in portions of any size. */
  stream(): AsyncIterable<Uint8Array>
}

/** Bytes in memory. */
export class HeldBinary implements Binary {
  readonly held: Uint8Array

  constructor(bytes: Uint8Array) {
    this.held = bytes
  }

  get size(): number {
    return this.held.length
  }

  async bytes(): Promise<Uint8Array> {
    return this.held
  }

  async *stream(): AsyncIterable<Uint8Array> {
    yield this.held
  }
}
