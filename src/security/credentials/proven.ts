/** Remembers for a short time which credentials have proven whom, by a keyed hash, never by what was shown. */
import { createHmac, randomBytes } from 'node:crypto'

const MOST = 1000

interface Known {
  readonly name: string
  readonly until: number
}

export class Proven {
  readonly #key = randomBytes(32)
  readonly #known = new Map<string, Known>()

  /** The same for the same texts, in this process only; who does not know its key learns nothing by it. */
  hash(...shown: readonly string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(shown)).digest('base64')
  }

  nameOf(hash: string, now: number): string | undefined {
    const known = this.#known.get(hash)
    if (known && known.until > now) return known.name
    this.#known.delete(hash)
    return undefined
  }

  /** The oldest is forgotten for it if there are too many. */
  add(hash: string, name: string, until: number): void {
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= MOST) this.#known.delete(oldest)
    this.#known.set(hash, { name, until })
  }
}
