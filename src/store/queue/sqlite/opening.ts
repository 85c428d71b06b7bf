/** Opens the file of a queue; on a full disk a node is told so, like one that runs, and it is opened once there is room. */
import { messageOf } from '../../../base/errno.js'
import { clearTimeout, setTimeout } from '../../../base/time.js'
import { hasRoom } from '../../sqlite/disk-space.js'
import type { ExitLock } from '../../sqlite/exit-lock.js'
import { openStore } from './open.js'
import type { OpenOptions } from './options.js'
import type { Reply, Request, ThreadReport } from './requests.js'
import type { JobStore } from './store.js'
import { Upkeep } from './upkeep.js'

export interface OpenedStore {
  readonly store: JobStore
  readonly upkeep: Upkeep
}

/** Milliseconds between two attempts: each takes what little room there is for a moment. */
const AGAIN = 1_000

export class Opening {
  readonly #options: OpenOptions
  readonly #report: (report: ThreadReport) => void
  readonly #lock: ExitLock
  #opened: OpenedStore | undefined
  #again: NodeJS.Timeout | undefined
  /** Why it is not open. */
  #problem = ''
  /** What has to be asked again once it is. */
  #work: Request | undefined

  /** @throws WaybillError if it cannot be opened, and would not be with room on its disk */
  constructor(options: OpenOptions, report: (report: ThreadReport) => void, lock: ExitLock) {
    this.#options = options
    this.#report = report
    this.#lock = lock
    const condition = this.#tryOnce() ?? { problem: this.#problem, full: undefined }
    report({ opened: true, condition })
  }

  /** Undefined as long as there is no room. */
  get opened(): OpenedStore | undefined {
    return this.#opened
  }

  /** Answers what is asked meanwhile: how many jobs are to be taken is kept, all else fails. */
  answer(requests: readonly Request[]): readonly Reply[] {
    return requests.map((request) => {
      const { number, name } = request
      if (name === 'close') clearTimeout(this.#again)
      if (name === 'work') this.#work = request
      if (name === 'close' || name === 'work') return { number, value: undefined }
      return { number, failure: { kind: 'unavailable', sentence: this.#problem } }
    })
  }

  /** @returns undefined if there is no room */
  #tryOnce() {
    try {
      const store = openStore(this.#options, this.#report)
      const upkeep = new Upkeep(store, this.#options, this.#report, this.#lock)
      this.#opened = { store, upkeep }
      return upkeep.condition()
    } catch (error) {
      const lacksRoom = this.#lacksRoom()
      // What has become of the file while it waited is told, and does not end the node.
      if (this.#problem === '' && !lacksRoom) throw error
      this.#problem = `${lacksRoom ? 'there is no room on its disk: ' : ''}${messageOf(error)}`
      this.#again = setTimeout(() => this.#lock.whileWorking(() => this.#tryAgain()), AGAIN)
      return undefined
    }
  }

  #tryAgain(): void {
    const condition = this.#tryOnce()
    if (!condition || !this.#opened) return
    this.#report({ condition })
    if (!this.#work) return
    const { replies: _, ...handed } = this.#opened.store.run([this.#work])
    this.#report(handed)
  }

  /** A command waits for nothing. */
  #lacksRoom(): boolean {
    const { stateDir, serves } = this.#options
    return serves && stateDir !== undefined && !hasRoom(stateDir)
  }
}
