/** The processes that share a file: who this one is, which others live, and what the dead had begun. */
import { release } from './attempts.js'
import { noteLog, noteNoLog } from './both-files.js'
import { dropRunsOf } from './direct-runs.js'
import { forget, isHeld, namesIn, ProcessLock } from './process-lock.js'
import type { Transaction } from './transaction.js'

interface Member {
  readonly id: number
  readonly lock: string
  readonly node: string
}

export class Members {
  readonly #tx: Transaction
  readonly #folder: string
  readonly #lock: ProcessLock
  #others = 0

  private constructor(tx: Transaction, folder: string, lock: ProcessLock) {
    this.#tx = tx
    this.#folder = folder
    this.#lock = lock
  }

  /**
   * Makes this process known, with a lock that says that it lives. Both are done in one transaction, and
   * `tidy` is another: so no file is removed between being made and being locked.
   *
   * @param folder  where the processes keep their locks
   */
  static enter(tx: Transaction, folder: string, node: string): Members {
    tx.begin()
    const lock = ProcessLock.take(folder)
    try {
      const { lastInsertRowid } = tx
        .sql('INSERT INTO process (lock, node) VALUES (?, ?)')
        .run(lock.name, node)
      noteLog(tx)
      tx.commit()
      tx.owner = Number(lastInsertRowid)
      return new Members(tx, folder, lock)
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /** How many other processes were alive when they were looked at last. */
  get others(): number {
    return this.#others
  }

  /** False if somebody has removed the lock of this process. */
  get intact(): boolean {
    return this.#lock.intact
  }

  /** @returns the processes that are dead, and have jobs or a name here still */
  dead(): readonly Member[] {
    const all: readonly Member[] = this.#tx
      .sql('SELECT id, lock, node FROM process WHERE id <> ?')
      .all(this.#tx.owner)
    const dead = all.filter(({ lock }) => !isHeld(this.#folder, lock))
    this.#others = all.length - dead.length
    return dead
  }

  /** Lets the jobs of the dead run again; within a transaction. @returns how many there were */
  bury(dead: readonly Member[]): number {
    let jobs = 0
    for (const { id, node } of dead) {
      jobs += release(this.#tx, id, node)
      this.#tx.sql('DELETE FROM process WHERE id = ?').run(id)
    }
    return jobs
  }

  /** Removes the files of the dead, and those that no process is known by, in a transaction of its own. */
  tidy(): void {
    this.#tx.begin()
    try {
      const alive = new Set(
        this.#tx
          .sql('SELECT lock FROM process')
          .all()
          .map(({ lock }) => lock),
      )
      for (const name of namesIn(this.#folder)) {
        // One that is held and not known is of a process that is about to end.
        if (!alive.has(name) && !isHeld(this.#folder, name)) forget(this.#folder, name)
      }
    } finally {
      this.#tx.rollback()
    }
  }

  /** Gives back what this process has, and takes its name out; within a transaction. */
  leave(): void {
    const { owner } = this.#tx
    dropRunsOf(this.#tx, owner)
    this.#tx
      .sql(`UPDATE job SET state = 'waiting', owner = NULL WHERE owner = ? AND state = 'running'`)
      .run(owner)
    this.#tx.sql('DELETE FROM process WHERE id = ?').run(owner)
    noteNoLog(this.#tx, this.#folder)
  }

  /** Releases the lock: from now on this process is dead to others. */
  close(): void {
    this.#lock.release()
  }
}
