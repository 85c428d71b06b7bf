/** The end of some work, told by an abort signal that is made when it is asked for: most work ends before. */

/** Work stops where it is told so, as an AbortSignal tells. */
export type Abortable = Pick<AbortSignal, 'throwIfAborted'>

/** What work is ended by, for those who ask now and then, and for those who wait. */
export interface Ends extends Abortable {
  readonly signal: AbortSignal
}

export class Ending implements Ends {
  #controller: AbortController | undefined
  #aborted = false
  #reason: unknown

  get signal(): AbortSignal {
    this.#controller ??= this.#begun()
    return this.#controller.signal
  }

  abort(reason: unknown): void {
    if (this.#aborted) return
    this.#aborted = true
    this.#reason = reason
    this.#controller?.abort(reason)
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason
  }

  #begun(): AbortController {
    const controller = new AbortController()
    if (this.#aborted) controller.abort(this.#reason)
    return controller
  }
}

/** What ends by a signal that is there. */
export function endsBy(signal: AbortSignal): Ends {
  return { signal, throwIfAborted: () => signal.throwIfAborted() }
}
