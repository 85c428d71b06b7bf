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

/** Bytes of which a part can be read by itself, for as long as they can. */
export interface Sliceable extends Binary {
  /** The bytes from `start` on, `end` not among them. */
  slice(start: number, end: number): Sliceable
}

/** Bytes in memory. */
export class HeldBinary implements Sliceable {
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

  slice(start: number, end: number): HeldBinary {
    return new HeldBinary(this.held.subarray(start, end))
  }
}

/** Bytes that stand in a message in place of their base64 text. */
export interface Included extends Binary {
  /** Undefined until they were loaded into memory. */
  readonly loaded: Uint8Array | undefined
}

/** What an element holds if that stands for text, and for nothing else. */
export function includedIn(
  children: readonly ({ readonly included?: Included | undefined } | string)[],
): Included | undefined {
  const [only] = children
  return typeof only === 'object' && children.length === 1 ? only.included : undefined
}
