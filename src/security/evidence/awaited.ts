/** Evidence whose store or disk is away at the start: it is opened once somebody needs it and both are there. */
import { messageOf } from '../../base/errno.js'
import { type Evidence, type EvidenceEntry, EvidenceUnavailable } from './evidence.js'

export class AwaitedEvidence implements Evidence {
  readonly #open: () => Promise<Evidence>
  #opening: Promise<Evidence> | undefined
  #closed = false

  constructor(open: () => Promise<Evidence>) {
    this.#open = open
  }

  async append(entry: EvidenceEntry): Promise<void> {
    await (await this.#opened()).append(entry)
  }

  async probe(): Promise<void> {
    await (await this.#opened()).probe()
  }

  async close(): Promise<void> {
    this.#closed = true
    const opened = await this.#opening?.catch(() => undefined)
    await opened?.close()
  }

  /** @throws EvidenceUnavailable */
  async #opened(): Promise<Evidence> {
    if (this.#closed) throw new EvidenceUnavailable('it is closed')
    this.#opening ??= this.#open()
    try {
      return await this.#opening
    } catch (error) {
      this.#opening = undefined
      if (error instanceof EvidenceUnavailable) throw error
      throw new EvidenceUnavailable(`it is not opened yet: ${messageOf(error)}`, { cause: error })
    }
  }
}
