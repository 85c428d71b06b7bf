/** The bytes of a part that stands for text: loaded into memory once, where they are needed at once. */
import { type Binary, HeldBinary, type Included } from '../../xml/binary.js'

export class LoadedBinary implements Included {
  readonly #content: Binary
  #loaded: Uint8Array | undefined

  constructor(content: Binary) {
    this.#content = content
    this.#loaded = content instanceof HeldBinary ? content.held : undefined
  }

  get size(): number {
    return this.#content.size
  }

  get loaded(): Uint8Array | undefined {
    return this.#loaded
  }

  /** @param read  reads them; default: `bytes` */
  async load(read: (content: Binary) => Promise<Uint8Array>): Promise<void> {
    this.#loaded ??= await read(this.#content)
  }

  bytes(): Promise<Uint8Array> {
    return this.#loaded ? Promise.resolve(this.#loaded) : this.#content.bytes()
  }

  stream(): AsyncIterable<Uint8Array> {
    return this.#content.stream()
  }
}
