/** What keeps the attachments of answers, until the answers or their sender are closed. */
import { type Spool, Spools } from '../message/spool/index.js'

export class OpenSpools {
  readonly #spools = new Spools()
  readonly #open = new Set<Spool>()

  open(): Spool {
    const spool = this.#spools.open()
    this.#open.add(spool)
    return spool
  }

  async close(spool: Spool): Promise<void> {
    this.#open.delete(spool)
    await spool.close()
  }

  async closingIfItFails<Result>(spool: Spool, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      await this.close(spool)
      throw error
    }
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open].map((spool) => this.close(spool)))
  }
}
