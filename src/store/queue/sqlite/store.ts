/** The file of a queue: every request runs in one transaction with all others that have arrived by then. */
import { messageOf } from '../../../base/errno.js'
import { PIECE } from '../pieces.js'
import { add } from './add.js'
import * as administer from './administer.js'
import { resume, settle, take, wake } from './attempts.js'
import { backup } from './backup.js'
import { beginBlob, blobFaults, dropBlob, getPiece, putPiece } from './blobs.js'
import { Capacity } from './capacity.js'
import type { Intake } from './claims.js'
import { faultsOf } from './database.js'
import { begin, dropRun, endRun } from './direct-runs.js'
import { failureOf, isTrouble, Refused } from './failures.js'
import { awaiting, find } from './find.js'
import type { Members } from './members.js'
import type { OpenOptions } from './options.js'
import { page } from './page.js'
import { pause, pausesIn, resumeDestination, tryOne, waitingFor } from './pauses.js'
import { Probes, writeAndRead } from './probes.js'
import { refuseRoom, refuseUnwritable } from './refuse.js'
import { forget, head, keepHead, remember } from './remembered.js'
import {
  READS,
  type Reply,
  type Request,
  type RequestName,
  type Requests,
  type ThreadReport,
} from './requests.js'
import { contentFaults } from './rows.js'
import type { Transaction } from './transaction.js'
import { BATCH, removeOldest, trimAfter } from './trim.js'

/** After these the depth is known without being counted again. */
const UNCOUNTED: ReadonlySet<RequestName> = new Set(['add', 'begin', 'endRun'])

/** What this process is to run. */
type Handed = Pick<ThreadReport, 'taken' | 'probe'>

export class JobStore {
  readonly tx: Transaction
  readonly capacity: Capacity
  readonly members: Members | undefined
  readonly #intake: Intake
  readonly #options: OpenOptions
  /** Jobs that this process runs. */
  readonly #running = new Set<number>()
  readonly #probes = new Probes()
  /** Those of them that the open transaction has settled. */
  #settled: number[] = []
  /** How many runs that are no jobs it has ended. */
  #runsEnded = 0
  #concurrency = 0
  /** Finished jobs that may be removed, as so many have come. */
  #removable = BATCH

  constructor(tx: Transaction, options: OpenOptions, members: Members | undefined) {
    this.tx = tx
    this.#options = options
    this.members = members
    this.capacity = new Capacity(tx, options)
    this.#intake = { tx, capacity: this.capacity, bounds: options }
  }

  /** Runs requests in one transaction; none fails because another does. */
  run(requests: readonly Request[]): ThreadReport {
    const reads = requests.length > 0 && requests.every(({ name }) => READS.has(name))
    try {
      return reads ? { replies: requests.map((one) => this.#answer(one)) } : this.#commit(requests)
    } catch (error) {
      if (this.noteTrouble(error)) {
        const failure = failureOf(error)
        return { replies: requests.map(({ number }) => ({ number, failure })) }
      }
      const [first, ...more] = requests
      if (!first) throw error
      const { number } = first
      if (more.length === 0) return { replies: [{ number, failure: failureOf(error) }] }
      // One of them is to blame: each by itself.
      return merged(requests.map((one) => this.run([one])))
    }
  }

  /** Runs a request outside of any transaction. */
  alone(request: Request): Reply {
    try {
      return this.#answer(request)
    } catch (error) {
      return { number: request.number, failure: failureOf(error) }
    }
  }

  /** Does work in a transaction of its own, and hands out jobs with it. */
  #commit(requests: readonly Request[], work?: () => void): ThreadReport {
    this.#settled = []
    this.#runsEnded = 0
    let replies: readonly Reply[]
    let handed: Handed
    this.tx.begin()
    try {
      work?.()
      replies = requests.map((one) => this.#answer(one))
      const ended = this.#settled.length + this.#runsEnded
      if (ended > 0) this.#removable = trimAfter(this.tx, this.#options, ended, this.#removable)
      handed = this.#handOut()
      this.tx.commit()
    } catch (error) {
      this.tx.rollback()
      throw error
    }
    for (const seq of this.#settled) this.#running.delete(seq)
    for (const { seq } of handed.taken ?? []) this.#running.add(seq)
    const ended = this.tx.takeEnded()
    return { replies, ...handed, ...(ended.length > 0 && { ended }) }
  }

  /**
   * Does something besides the requests, in a transaction of its own.
   *
   * @returns what there is to tell; with a failed commit only that
   */
  also(work: () => void): ThreadReport {
    try {
      return this.#commit([], work)
    } catch (error) {
      if (!this.noteTrouble(error)) throw error
      return {}
    }
  }

  /**
   * Tries a commit again after one that failed. Only this shows that there is an end of the trouble: a
   * transaction of requests that were all refused writes nothing, nor does a row that is set to what it is.
   */
  tryAgain(): ThreadReport {
    return this.also(() => {
      // A place in line that nobody gets.
      this.tx.nextTurn()
      // Noted again if the commit fails.
      this.capacity.succeeded()
    })
  }

  /** Notes that the disk or the file is in trouble. @returns false if the error is of another kind */
  noteTrouble(error: unknown): boolean {
    if (!isTrouble(error)) return false
    this.capacity.failed(messageOf(error))
    return true
  }

  /** Jobs as far as there is room, and what takes none. */
  #handOut(): Handed {
    const { tx } = this
    const free = this.#concurrency - this.#running.size + this.#settled.length
    const jobs = free > 0 && tx.tally('waiting') > 0
    const probes = this.#concurrency > 0 && this.#probes.waiting
    if (!(jobs || probes) || tx.isPaused) return {}
    const taken = jobs ? take(tx, free) : []
    const probe = probes ? this.#probes.take(tx) : undefined
    return { ...(taken.length > 0 && { taken }), ...(probe !== undefined && { probe }) }
  }

  /** True if something waits that this process could run. */
  get hungry(): boolean {
    const jobs = this.#concurrency > this.#running.size && this.tx.tally('waiting') > 0
    return jobs || this.#probes.waiting
  }

  #answer(request: Request): Reply {
    const { number, name, parameters } = request
    if (!UNCOUNTED.has(name)) this.tx.recount()
    try {
      // Each name has its own parameters: the compiler cannot see that they are a pair.
      const handle = this.#handlers[name] as (...parameters: unknown[]) => unknown
      return { number, value: handle(...parameters) }
    } catch (error) {
      if (error instanceof Refused) return { number, failure: error.failure }
      throw error
    }
  }

  readonly #handlers: { readonly [Name in RequestName]: Requests[Name] } = {
    add: (job, deadline) => add(this.#intake, job, deadline),
    begin: (run, deadline) => begin(this.#intake, run, deadline),
    endRun: (...ended) => {
      this.#runsEnded += 1
      return endRun(this.tx, ...ended)
    },
    dropRun: (id) => dropRun(this.tx, id),
    beginBlob: (size, beyond, deadline) => {
      refuseRoom(this.capacity, size, beyond, deadline)
      const { maxBytes } = this.#options
      return beginBlob(this.tx, size, beyond ? Number.POSITIVE_INFINITY : maxBytes)
    },
    putPiece: (blob, number, piece, deadline) => {
      refuseUnwritable(this.capacity, deadline)
      putPiece(this.tx, blob, number, piece)
      return piece.length === PIECE ? (piece.buffer as ArrayBuffer) : undefined
    },
    getPiece: (blob, number) => getPiece(this.tx, blob, number),
    dropBlob: (blob) => dropBlob(this.tx, blob),
    awaiting: (key) => awaiting(this.tx, key),
    find: (id) => find(this.tx, id, this.#options.retention),
    resume: (id) => resume(this.tx, id),
    wake: (way) => wake(this.tx, way),
    remember: (keys, until, deadline) => {
      refuseUnwritable(this.capacity, deadline)
      return remember(this.tx, keys, until, this.#options)
    },
    forget: (keys) => forget(this.tx, keys),
    head: (name) => head(this.tx, name),
    keepHead: (...named) => keepHead(this.tx, ...named),
    probe: (value, deadline) => {
      refuseUnwritable(this.capacity, deadline)
      writeAndRead(this.tx, value)
    },
    addProbe: (id, deadline) => {
      refuseUnwritable(this.capacity, deadline)
      this.#probes.add(this.tx, id)
    },
    settleProbe: (id) => this.#probes.settle(this.tx, id),
    work: (concurrency) => {
      this.#concurrency = concurrency
    },
    settle: (seq, end) => {
      this.#settled.push(seq)
      return settle(this.tx, seq, end, this.#options.node)
    },
    stats: () => administer.stats(this.tx),
    list: (query) => administer.list(this.tx, query),
    page: (query) => page(this.tx, query),
    search: (...args) => administer.search(this.tx, ...args),
    show: (id) => administer.show(this.tx, id),
    replay: (id) => administer.replay(this.tx, id),
    replace: (id, edit) => administer.replace(this.tx, id, edit, this.#options.node),
    remove: (id) => administer.remove(this.tx, id),
    pause: (paused) => this.tx.pause(paused),
    pauseDestination: (name, by) => pause(this.tx, name, by),
    resumeDestination: (name) => resumeDestination(this.tx, name),
    pausedDestinations: () => pausesIn(this.tx),
    waitingFor: (way) => waitingFor(this.tx, way),
    tryOne: (way) => tryOne(this.tx, way),
    trim: (before) => removeOldest(this.tx, before, 1_000_000_000),
    check: () => [...faultsOf(this.tx.database), ...contentFaults(this.tx), ...blobFaults(this.tx)],
    backup: (file) => backup(this.tx.database, file),
    // Answered once all is closed.
    close: () => undefined,
  }

  /** Releases the file; what this process had begun is given back. */
  close(): void {
    const { members } = this
    if (members) this.also(() => members.leave())
    this.tx.database.close()
    members?.close()
  }
}

/** What several transactions have to tell. */
function merged(all: readonly ThreadReport[]): ThreadReport {
  return {
    replies: all.flatMap(({ replies = [] }) => replies),
    taken: all.flatMap(({ taken = [] }) => taken),
    ended: all.flatMap(({ ended = [] }) => ended),
  }
}
