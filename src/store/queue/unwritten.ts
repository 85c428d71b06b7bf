/** Outcomes of runs of this process that are not durable yet: each is written as soon as that is possible. */
import { waitFor } from '../../base/deadline.js'
import { answered } from './answered.js'
import { type DirectRun, FinalFailure, type JobResult } from './job.js'
import { type Holder, type OwnRun, QueueFull, QueueUnavailable } from './queue.js'

/** Milliseconds until it is tried again to write what could not be written. */
const AGAIN = 500

export class Unwritten {
  readonly #acknowledge: number
  readonly #closed = new AbortController()
  /** By what their runs claim. */
  readonly #outcomes = new Map<string, Promise<unknown>>()

  /** @param acknowledge  milliseconds until something must be durable */
  constructor(acknowledge: number) {
    this.#acknowledge = acknowledge
  }

  /**
   * Writes an outcome, as often as it takes: what has run must not run again because the disk is full just now.
   *
   * @param key  what its run claims
   * @throws QueueUnavailable if it is not durable in time: it is written further
   */
  async write<Answer>(key: string | undefined, ask: () => Promise<Answer>): Promise<Answer> {
    const writing = this.#patiently(ask)
    if (key !== undefined) this.#outcomes.set(key, writing)
    const over = () => {
      if (key !== undefined && this.#outcomes.get(key) === writing) this.#outcomes.delete(key)
    }
    writing.then(over, over)
    return answered(this.#acknowledge, () => writing)
  }

  /**
   * Waits until nothing of a claim is unwritten here: whoever claims it next finds the outcome.
   *
   * @throws QueueUnavailable if it is not durable in time
   */
  async written(key: string | undefined): Promise<void> {
    const writing = key === undefined ? undefined : this.#outcomes.get(key)
    // Why it could not be written, whoever wrote it learns.
    if (writing) await answered(this.#acknowledge, () => writing.catch(() => undefined))
  }

  /** What is not written by now is given up. */
  close(): void {
    this.#closed.abort()
  }

  async #patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await answered(this.#acknowledge, ask)
      } catch (error) {
        const passing = error instanceof QueueUnavailable || error instanceof QueueFull
        if (!passing || this.#closed.signal.aborted) throw error
        await waitFor(AGAIN, this.#closed.signal)
      }
    }
  }
}

/**
 * A run that holds its claim.
 *
 * @param end  writes its outcome @returns who has the claim in its place; undefined if the outcome is kept
 */
export function ending(
  { claim }: DirectRun,
  unwritten: Unwritten,
  end: (result: JobResult, open: boolean) => Promise<Holder | undefined>,
): OwnRun {
  return {
    end: (result, { open = false, unreadable }) =>
      unwritten.write(claim?.key, async () => {
        try {
          return await end(result, open)
        } catch (error) {
          if (!(error instanceof FinalFailure)) throw error
          return end(unreadable(error), open)
        }
      }),
  }
}
