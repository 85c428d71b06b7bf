/** Everything that is done by the clock: delays that are over, other processes, the disk, what is kept too long. */
import {
  clearInterval,
  clearTimeout,
  monotonicTime,
  setInterval,
  setTimeout,
  wallTime,
} from '../../../base/time.js'
import { numberOf } from '../../sqlite/database.js'
import type { ExitLock } from '../../sqlite/exit-lock.js'
import { nextDue, promote, wake } from './attempts.js'
import { hasUnused, removeUnused } from './blobs.js'
import { followClock, isClockSet, startOfMachine } from './clock.js'
import { buryIn } from './open.js'
import type { OpenOptions } from './options.js'
import { pausesIn, resumedIn } from './pauses.js'
import { forgetExpired, hasExpired } from './remembered.js'
import type { Condition, ThreadReport } from './requests.js'
import type { JobStore } from './store.js'
import { BATCH, isOver, shrink, trimBounds } from './trim.js'

/** Milliseconds between two looks at everything. */
const LOOK = 250
/** Between two looks whether another process has written, while there is another one. */
const GLANCE = 20
/** Between two looks whether the others live: the jobs of a dead one run again soon after. */
const ROLL_CALL = 2_000
/** A timer cannot be set for longer. */
const MAX_TIMER = 2 ** 31 - 1

export class Upkeep {
  readonly #store: JobStore
  readonly #options: OpenOptions
  readonly #report: (report: ThreadReport) => void
  readonly #lock: ExitLock
  readonly #look: NodeJS.Timeout
  readonly #glance: NodeJS.Timeout
  #alarm: NodeJS.Timeout | undefined
  #alarmAt = Number.POSITIVE_INFINITY
  /** By `monotonicTime()`. */
  #calledAt = Number.NEGATIVE_INFINITY
  #version: number
  /** Pages of the file that nothing needed when it was last looked at. */
  #free = 0
  #condition: string | undefined
  /** As they were reported last. */
  #pauses = '[]'
  #exposed = false
  #failing = false

  constructor(
    store: JobStore,
    options: OpenOptions,
    report: (report: ThreadReport) => void,
    lock: ExitLock,
  ) {
    this.#store = store
    this.#options = options
    this.#report = report
    this.#lock = lock
    this.#version = this.#dataVersion()
    this.#look = setInterval(() => this.#guarded(() => this.#everything()), LOOK)
    this.#glance = setInterval(() => {
      if ((this.#store.members?.others ?? 0) > 0) this.#guarded(() => this.#changes())
    }, GLANCE)
    this.#guarded(() => this.#followClock())
    this.#guarded(() => this.#reportPauses())
    this.#setAlarm()
  }

  condition(): Condition {
    this.#store.capacity.look()
    return this.#store.capacity.condition
  }

  /** After each batch of requests: what was postponed, or could not be written, is seen to at once. */
  after(): void {
    const { tx, capacity } = this.#store
    if (tx.pausesChanged) this.#guarded(() => this.#reportPauses())
    if (!tx.postponed && capacity.failing === this.#failing) return
    tx.postponed = false
    this.#guarded(() => {
      this.#setAlarm()
      this.#reportCondition()
    })
  }

  close(): void {
    clearInterval(this.#look)
    clearInterval(this.#glance)
    clearTimeout(this.#alarm)
  }

  #everything(): void {
    const { capacity } = this.#store
    capacity.look()
    // A commit that failed is tried again: so acceptance comes back by itself.
    if (capacity.failing) this.#report(this.#store.tryAgain())
    if (!capacity.failing) {
      this.#changes()
      this.#rollCall()
      this.#followClock()
      if (this.#options.serves) {
        this.#trim()
        this.#wakeResumed()
      }
    }
    this.#setAlarm()
    this.#reportCondition()
  }

  /** Looks whether another process has written: jobs may wait here, and those waited for have ended. */
  #changes(): void {
    const version = this.#dataVersion()
    if (version === this.#version && !this.#store.hungry) return
    if (version !== this.#version) {
      this.#reportPauses()
      this.#report({ changed: true })
    }
    this.#version = version
    if (this.#store.hungry) this.#report(this.#store.run([]))
  }

  #rollCall(): void {
    const { members } = this.#store
    if (!members || monotonicTime() - this.#calledAt < ROLL_CALL) return
    this.#calledAt = monotonicTime()
    const dead = members.dead()
    if (dead.length > 0) {
      buryIn(this.#store, members, dead, this.#report)
      members.tidy()
    }
    if (members.intact || this.#exposed) return
    this.#exposed = true
    const sentence = 'the lock of this process was removed: other processes may run its jobs, too'
    this.#report({ notice: { level: 'error', sentence, fields: {} } })
  }

  /** A command leaves it to the nodes, as all delays. */
  #followClock(): void {
    if (!this.#options.serves) return
    const { tx } = this.#store
    const start = startOfMachine()
    if (!isClockSet(tx, start)) return
    let back = 0
    const report = this.#store.also(() => {
      back = followClock(tx, start)
    })
    this.#report(report)
    if (back === 0 || this.#store.capacity.failing) return
    const sentence = `the clock of this machine was set back by ${Math.round(back / 1000)} s: what was due comes as much earlier by it`
    this.#report({ notice: { level: 'warn', sentence, fields: {} } })
  }

  #trim(): void {
    const { tx } = this.#store
    if (isOver(tx, this.#options))
      this.#report(this.#store.also(() => trimBounds(tx, this.#options)))
    if (hasExpired(tx)) this.#report(this.#store.also(() => forgetExpired(tx, BATCH)))
    if (hasUnused(tx)) this.#report(this.#store.also(() => removeUnused(tx)))
    this.#free = shrink(tx, this.#free)
  }

  /** Goes on where a process has ended while it woke the jobs of a destination. */
  #wakeResumed(): void {
    const { tx } = this.#store
    for (const way of resumedIn(tx)) this.#report(this.#store.also(() => wake(tx, way)))
  }

  /** A command leaves delays to the nodes: it changes nothing but what it is told to. */
  #setAlarm(): void {
    if (!this.#options.serves) return
    const at = nextDue(this.#store.tx) ?? Number.POSITIVE_INFINITY
    if (at === this.#alarmAt) return
    this.#alarmAt = at
    clearTimeout(this.#alarm)
    if (at === Number.POSITIVE_INFINITY) return
    const wait = Math.min(Math.max(0, at - wallTime()), MAX_TIMER)
    this.#alarm = setTimeout(() => this.#guarded(() => this.#ring()), wait)
  }

  /** Delays are over; if they cannot be written so now, the next look at everything tries again. */
  #ring(): void {
    this.#alarmAt = Number.POSITIVE_INFINITY
    this.#report(this.#store.also(() => promote(this.#store.tx)))
    if (!this.#store.capacity.failing) this.#setAlarm()
  }

  #reportCondition(): void {
    const { condition, failing } = this.#store.capacity
    this.#failing = failing
    const text = JSON.stringify(condition)
    if (text === this.#condition) return
    this.#condition = text
    this.#report({ condition })
  }

  #reportPauses(): void {
    const { tx } = this.#store
    tx.pausesChanged = false
    const pauses = pausesIn(tx)
    const text = JSON.stringify(pauses)
    if (text === this.#pauses) return
    this.#pauses = text
    this.#report({ pauses })
  }

  #dataVersion(): number {
    return numberOf(this.#store.tx.database, 'PRAGMA data_version')
  }

  /** What reads may throw where the disk is in trouble; what else goes wrong ends the thread, and is told. */
  #guarded(work: () => void): void {
    try {
      this.#lock.whileWorking(work)
    } catch (error) {
      if (!this.#store.noteTrouble(error)) throw error
      // Nothing is read for it while a commit fails.
      this.#reportCondition()
    }
  }
}
