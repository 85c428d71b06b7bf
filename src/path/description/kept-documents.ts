/** The documents that were written: who asks again does not make the node write them again. */
import type { Document } from '../../message/outcome.js'

/** Addresses at which the node is reached, such as its names: more than that are not kept at once. */
const MAX_ADDRESSES = 64

export class KeptDocuments {
  /** By address, then by what is asked for, of which there is as much as there are plugins and schemas. */
  readonly #kept = new Map<string, Map<string, Document>>()

  find(address: string, form: string): Document | undefined {
    return this.#kept.get(address)?.get(form)
  }

  keep(address: string, form: string, document: Document): Document {
    const documents = this.#kept.get(address) ?? new Map<string, Document>()
    const [oldest] = this.#kept.keys()
    if (!this.#kept.has(address) && this.#kept.size >= MAX_ADDRESSES && oldest !== undefined) {
      this.#kept.delete(oldest)
    }
    this.#kept.set(address, documents.set(form, document))
    return document
  }
}
