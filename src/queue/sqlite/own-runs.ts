/** Runs of this process that are no jobs: each holds its claim in the file, and leaves its outcome there. */
import { waitFor } from '../../base/deadline.js'
import { answered } from '../answered.js'
import { type BlobStore, discard, keep } from '../blobs.js'
import { DIRECT_PLAN, type DirectRun, FinalFailure, type JobResult } from '../job.js'
import { attachmentsOf } from '../kept-result.js'
import { type Begun, QueueFull, QueueUnavailable } from '../queue.js'
import type { Channel } from './channel.js'
import { newJob, storedResult } from './stored-job.js'

/** Milliseconds until it is tried again to write what could not be written. */
const AGAIN = 500

interface OwnRunsParts {
  readonly channel: Channel
  readonly blobs: BlobStore
  /** Milliseconds until something must be durable. */
  readonly acknowledge: number
}

export class OwnRuns {
  readonly #parts: OwnRunsParts
  readonly #closed = new AbortController()

  constructor(parts: OwnRunsParts) {
    this.#parts = parts
  }

  async begin(run: DirectRun): Promise<Begun> {
    const { channel, acknowledge } = this.#parts
    const { id } = run
    const row = newJob(run, DIRECT_PLAN)
    const deadline = Date.now() + acknowledge
    const holder = await this.#inTime(() => channel.ask('begin', row, deadline))
    if (!holder.added) return { holder }
    return {
      run: {
        end: (result, open = false) => this.#inTime(() => this.#end(id, result, open)),
        drop: () => this.#inTime(() => this.#patiently(() => channel.ask('dropRun', id))),
      },
    }
  }

  /** What is not written by now is given up: once this process is dead to others, its claims are open. */
  close(): void {
    this.#closed.abort()
  }

  #end(id: string, result: JobResult, open: boolean): Promise<boolean> {
    const { channel, blobs } = this.#parts
    return this.#patiently(async () => {
      const kept = await keepLast(result, blobs)
      try {
        return await channel.ask('endRun', id, storedResult(result, kept), open)
      } finally {
        // Those that the run has by now stay.
        await discard(kept.made, blobs)
      }
    })
  }

  /** Tries until it is done: what has run must not run again because the disk is full just now. */
  async #patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        const passing = error instanceof QueueUnavailable || error instanceof QueueFull
        if (!passing || this.#closed.signal.aborted) throw error
        await waitFor(AGAIN, this.#closed.signal)
      }
    }
  }

  #inTime<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return answered(this.#parts.acknowledge, ask)
  }
}

/** @throws FinalFailure if they cannot be read, now or later */
async function keepLast(result: JobResult, blobs: BlobStore) {
  try {
    return await keep(attachmentsOf(result), blobs, true)
  } catch (error) {
    if (error instanceof QueueUnavailable || error instanceof QueueFull) throw error
    throw new FinalFailure('the attachments of its answer could not be read', { cause: error })
  }
}
