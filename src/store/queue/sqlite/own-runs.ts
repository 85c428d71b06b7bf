/** Runs of this process that are no jobs: each holds its claim in the file, and leaves its outcome there. */
import { wallTime } from '../../../base/time.js'
import { answered } from '../answered.js'
import { type BlobStore, discard, keep } from '../blobs.js'
import { DIRECT_PLAN, type DirectRun, FinalFailure, type JobResult } from '../job.js'
import { attachmentsOf } from '../kept-result.js'
import { type Begun, type Holder, QueueFull, QueueUnavailable } from '../queue.js'
import { ending, Unwritten } from '../unwritten.js'
import type { QueueChannel } from './channel.js'
import type { NewJob, NewRun } from './requests.js'
import { endedRun, newJob, storedResult } from './stored-job.js'

interface OwnRunsParts {
  readonly channel: Pick<QueueChannel, 'request'>
  readonly blobs: BlobStore
  /** Milliseconds until something must be durable. */
  readonly acknowledge: number
}

export class OwnRuns {
  readonly #parts: OwnRunsParts
  readonly unwritten: Unwritten

  constructor(parts: OwnRunsParts) {
    this.#parts = parts
    this.unwritten = new Unwritten(parts.acknowledge)
  }

  async begin(run: DirectRun): Promise<Begun> {
    await this.unwritten.written(run.claim?.key)
    const row = newJob(run, DIRECT_PLAN)
    const claim = this.#claim(row)
    const holder = await this.#inTime(() => claim).catch((error: unknown) => {
      // It may be made anyway: then nothing runs under it.
      void this.#giveBack(run.id, claim)
      throw error
    })
    if (holder) return { holder }
    return { run: ending(run, this.unwritten, (result, open) => this.#end(row, result, open)) }
  }

  /** What is not written by now is given up: once this process is dead to others, its claims are open. */
  close(): void {
    this.unwritten.close()
  }

  /** @returns who has the claim already; undefined if this run has it */
  #claim({ id, claim, digest, once }: NewRun): Promise<Holder | undefined> {
    const { channel, acknowledge } = this.#parts
    return channel.request('begin', { id, claim, digest, once }, wallTime() + acknowledge)
  }

  async #giveBack(id: string, claim: Promise<Holder | undefined>): Promise<void> {
    const made = await claim.then(
      (holder) => holder === undefined,
      () => false,
    )
    if (!made) return
    const dropping = this.unwritten.write(undefined, () =>
      this.#parts.channel.request('dropRun', id),
    )
    // It is tried further.
    await dropping.catch(() => undefined)
  }

  /** @returns who has the claim in place of this run; undefined if the outcome is kept */
  async #end(run: NewJob, result: JobResult, open: boolean): Promise<Holder | undefined> {
    const { channel, blobs } = this.#parts
    const kept = await keepLast(result, blobs)
    const ended = endedRun(run, storedResult(result, kept), open)
    const end = () => channel.request('endRun', ended, open)
    try {
      if (await end()) return undefined
      const holder = await this.#claim(run)
      if (!holder && (await end())) return undefined
      // An answer that came too late: it was written the last time.
      return holder?.id === run.id ? undefined : holder
    } finally {
      // Those that the run has by now stay.
      await discard(kept.made, blobs)
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
