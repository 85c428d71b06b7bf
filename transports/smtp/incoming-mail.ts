/** A mail as it comes: its bytes go to a spool, and its header fields and parts are found as they pass. */
import type { Sliceable, Spool, SpoolWriter } from '#transport'
import { MailReader, type MimeLimits, type Part } from '#transport/mime'

/** A mail that is in, for as long as its spool is open. */
export interface ArrivedMail {
  /** All of it, as it came. */
  readonly bytes: Sliceable
  /** @throws MalformedMime for a mail that cannot be read */
  read(): Part
}

export class ArrivingMail {
  readonly #spool: Spool
  readonly #writer: SpoolWriter
  readonly #reader: MailReader

  constructor(spool: Spool, limits: MimeLimits) {
    this.#spool = spool
    this.#writer = spool.writer()
    this.#reader = new MailReader(limits)
  }

  /** Bytes that have come. */
  get size(): number {
    return this.#writer.size
  }

  /**
   * @param piece  dots unstuffed; it may be changed once it is done
   * @returns no promise if it is done at once; otherwise nothing may be written before that is
   * @throws SpoolUnavailable
   */
  write(piece: Uint8Array): Promise<void> | undefined {
    this.#reader.write(piece)
    return this.#writer.write(piece)
  }

  /** @throws SpoolUnavailable */
  async end(): Promise<ArrivedMail> {
    const bytes = await this.#writer.end()
    let part: Part | undefined
    const read = () => {
      part ??= this.#reader.end(bytes, this.#spool)
      return part
    }
    return { bytes, read }
  }
}
