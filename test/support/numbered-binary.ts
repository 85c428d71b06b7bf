/** Bytes of any number that are in no memory: each follows from its place, so that they can be told again. */
import { createHash } from 'node:crypto'
import type { Binary } from '../../src/xml/binary.js'

const PORTION = 50_000

export class NumberedBinary implements Binary {
  readonly size: number
  readonly #seed: number

  /** @param seed  other ones give other bytes */
  constructor(size: number, seed: number) {
    this.size = size
    this.#seed = seed
  }

  async bytes(): Promise<Uint8Array> {
    const portions: Uint8Array[] = []
    for await (const portion of this.stream()) portions.push(portion)
    return Buffer.concat(portions)
  }

  async *stream(): AsyncIterable<Uint8Array> {
    for (let at = 0; at < this.size; at += PORTION) {
      const portion = Buffer.alloc(Math.min(PORTION, this.size - at))
      // Numbers of places in steps of 8: no two portions are alike.
      for (let index = 0; index + 8 <= portion.length; index += 8) {
        portion.writeUInt32LE((at + index) >>> 0, index)
        portion.writeUInt32LE((this.#seed * 2_654_435_761 + at) >>> 0, index + 4)
      }
      yield portion
    }
  }
}

export async function fileOf(size: number, seed: number): Promise<Uint8Array> {
  return new NumberedBinary(size, seed).bytes()
}

/** SHA-256 of bytes that are read as a stream. */
export async function digestOf(content: Binary | undefined): Promise<string> {
  const hash = createHash('sha256')
  for await (const portion of content?.stream() ?? []) hash.update(portion)
  return hash.digest('hex')
}
