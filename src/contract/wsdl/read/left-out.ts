/** What of a contract cannot be bound, and is left out with a warning: the rest of it can be called. */
import { WaybillError } from '../../../errors.js'

export class LeftOut {
  readonly #refusals: { readonly what: string; readonly why: WaybillError }[] = []

  /** Each begins with its place. */
  get warnings(): readonly string[] {
    return this.#refusals.map(({ what, why }) => `${why.message}; ${what} is left out`)
  }

  /**
   * @param what  in sentences, such as `the operation Place`
   * @returns undefined for what is left out
   */
  unless<Result>(what: string, work: () => Result): Result | undefined {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof WaybillError)) throw error
      this.#refusals.push({ what, why: error })
      return undefined
    }
  }

  /** @throws WaybillError the first of them, if anything was left out */
  refuseFirst(): void {
    const [first] = this.#refusals
    if (first) throw first.why
  }
}
