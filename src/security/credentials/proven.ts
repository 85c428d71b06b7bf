/** Remembers for a short time which credentials have proven whom, by a keyed hash, never by what was shown. */
import { createHmac, randomBytes } from 'node:crypto'

const MAX_PROVEN = 1000

interface ProvenName {
  readonly name: string
  readonly until: number
}

export class Proven {
  readonly #key = randomBytes(32)
  readonly #entries = new Map<string, ProvenName>()

  /** The same for the same texts, in this process only; who does not know its key learns nothing by it. */
  hash(...shown: readonly string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(shown)).digest('base64')
  }

  nameOf(hash: string, now: number): string | undefined {
    const proven = this.#entries.get(hash)
    if (proven && proven.until > now) return proven.name
    this.#entries.delete(hash)
    return undefined
  }

  /** The oldest is forgotten for it if there are too many. */
  add(hash: string, name: string, until: number): void {
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size >= MAX_PROVEN) this.#entries.delete(oldest)
    this.#entries.set(hash, { name, until })
  }
}
