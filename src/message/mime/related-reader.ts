/** Reads an envelope with its attachments as they come, within limits and in one meaning only. */
import {
  type Related,
  type RelatedLimits,
  RelatedParts,
  type RelatedSinks,
} from './related-parts.js'
import { readRelatedType } from './related-type.js'
import { Splitter } from './splitter.js'

export class RelatedReader {
  readonly #parts: RelatedParts
  readonly #splitter: Splitter

  /**
   * @param contentType  of the whole message
   * @throws MalformedMime for one that names no boundary, or cannot be read
   */
  constructor(contentType: string, limits: RelatedLimits, sinks: RelatedSinks) {
    const type = readRelatedType(contentType)
    const { maxHeader, maxCount } = limits
    this.#parts = new RelatedParts(type, limits, sinks)
    this.#splitter = new Splitter(type.boundary, { maxHeader, maxParts: maxCount + 1 }, this.#parts)
  }

  /**
   * @param bytes  the next ones; the next may come once the promise has settled
   * @throws MalformedMime, TooMuch, SpoolUnavailable, and what `root` throws
   */
  write(bytes: Uint8Array): Promise<void> {
    return this.#splitter.write(bytes)
  }

  /** @throws MalformedMime if more should have come, or there is no envelope */
  end(): Related {
    this.#splitter.end()
    return this.#parts.whole
  }
}
