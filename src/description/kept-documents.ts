/** The documents that were written last: who asks again does not make the node write them anew. */
import type { Document } from '../message/outcome.js'

/** A peer can ask for one at each address that leads here, in each of its forms. */
const MOST_KEPT = 64

export class KeptDocuments {
  /** The last one asked for is the last. */
  readonly #kept = new Map<string, Document>()

  find(key: string): Document | undefined {
    const document = this.#kept.get(key)
    return document && this.keep(key, document)
  }

  keep(key: string, document: Document): Document {
    this.#kept.delete(key)
    this.#kept.set(key, document)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return document
  }
}
