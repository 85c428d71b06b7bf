/** A text as it was written: what is short as strings, what is long as bytes; made one string when somebody asks. */
import { isAscii } from 'node:buffer'

/** In UTF-8, where it is bytes; no character is in two parts. */
export type WrittenPart = string | Buffer

export class WrittenText {
  /** In their order. */
  readonly parts: readonly WrittenPart[]
  /** In bytes, in UTF-8. */
  readonly size: number
  #text: string | undefined

  constructor(parts: readonly WrittenPart[]) {
    this.parts = parts
    let size = 0
    for (const part of parts)
      size += typeof part === 'string' ? Buffer.byteLength(part) : part.length
    this.size = size
  }

  get text(): string {
    this.#text ??= joined(this.parts)
    return this.#text
  }
}

export function joined(parts: readonly WrittenPart[]): string {
  if (parts.length === 0) return ''
  const texts = parts.map((part) => (typeof part === 'string' ? part : decoded(part)))
  return texts.length === 1 ? (texts[0] ?? '') : texts.join('')
}

/** Most are ASCII, of which a text is a copy. */
function decoded(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
}
