/** Decides whether jobs can be accepted now: the disk takes them, and there is not too much to do. */
import { statSync } from 'node:fs'
import { messageOf } from '../../../base/errno.js'
import { wallTime } from '../../../base/time.js'
import { databasePaths, freeBytes } from '../../sqlite/database-folder.js'
import { tooManySuspended } from '../suspension.js'
import type { OpenOptions } from './options.js'
import type { Condition } from './requests.js'
import type { Transaction } from './transaction.js'

type Bounds = Pick<OpenOptions, 'stateDir' | 'maxDepth' | 'maxSuspended' | 'maxAge' | 'minFree'>

export class Capacity {
  readonly #tx: Transaction
  readonly #bounds: Bounds
  /** Of the file as it was opened. */
  readonly #inode: number | undefined
  /** Why the last commit failed; undefined if it did not. */
  #failure: string | undefined
  #cramped: string | undefined
  #late: string | undefined

  constructor(tx: Transaction, bounds: Bounds) {
    this.#tx = tx
    this.#bounds = bounds
    this.#inode = bounds.stateDir === undefined ? undefined : inodeIn(bounds.stateDir)
  }

  /** True if the last commit failed: the next one may not. */
  get failing(): boolean {
    return this.#failure !== undefined
  }

  failed(sentence: string): void {
    this.#failure = sentence
  }

  succeeded(): void {
    this.#failure = undefined
  }

  /** Looks at the disk, and at the age of the oldest job that nothing but the load has kept waiting. */
  look(): void {
    const { stateDir, maxAge } = this.#bounds
    this.#cramped = stateDir === undefined ? undefined : this.#crampedIn(stateDir)
    const oldest: number | undefined = this.#tx
      .sql(
        `SELECT accepted FROM job WHERE state = 'waiting' AND attempts = 0 AND resumed = 0
         AND cause IS NULL AND lane IS NULL ORDER BY turn LIMIT 1`,
      )
      .get()?.accepted
    const age = oldest === undefined ? 0 : wallTime() - oldest
    this.#late = age > maxAge ? `the oldest job has waited for ${age} ms` : undefined
  }

  #crampedIn(folder: string, more = 0): string | undefined {
    const { minFree } = this.#bounds
    try {
      const free = freeBytes(folder)
      // What is written to a file without a name is gone with this process.
      if (inodeIn(folder) !== this.#inode)
        return 'its file was removed or replaced: restart the node'
      return free < minFree + more
        ? `${mebibytes(free)} MiB are free on its disk, and ${mebibytes(minFree)} have to stay so${more > 0 ? ` beside ${mebibytes(more)} MiB that come` : ''}`
        : undefined
    } catch (error) {
      return `its disk cannot be asked: ${messageOf(error)}`
    }
  }

  /** Why no job can be made durable; undefined if one can. */
  get problem(): string | undefined {
    return this.#failure ?? this.#cramped
  }

  /** Why the disk has no room for so many bytes more; undefined if it has. */
  crampedBy(bytes: number): string | undefined {
    const { stateDir } = this.#bounds
    return stateDir === undefined ? undefined : this.#crampedIn(stateDir, bytes)
  }

  /** Why no job is taken; exact within a transaction. */
  get full(): string | undefined {
    const { depth } = this.#tx
    return depth >= this.#bounds.maxDepth ? `${depth} jobs wait` : this.#late
  }

  /** Why no job is taken that may be suspended; exact within a transaction. */
  get crowded(): string | undefined {
    const suspended = this.#tx.tally('suspended')
    return suspended >= this.#bounds.maxSuspended ? tooManySuspended(suspended) : undefined
  }

  get condition(): Condition {
    return { problem: this.problem, full: this.failing ? undefined : this.full }
  }
}

function inodeIn(stateDir: string): number | undefined {
  return statSync(databasePaths(stateDir).file, { throwIfNoEntry: false })?.ino
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(bytes < 10 * 1024 ** 2 ? 1 : 0)
}
