/** What a thread beside the main one sees of an event loop that is held, and by what. */
import { clearTimeout, setTimeout } from '../../base/time.js'
import type { LoopBounds } from './bounds.js'
import { blamed, type Frame, frameText, type OwnFolders } from './frames.js'
import { type Heartbeat, millisecondsBetween } from './heartbeat.js'
import { Interrupt } from './interrupt.js'

/** A loop that was held, after it has come round again. */
export interface EndedHold {
  /** Milliseconds. */
  readonly lasted: number
  /** Undefined if it could not be found. */
  readonly frame: Frame | undefined
}

/** One that stands. */
export interface Standing extends EndedHold {
  /** Innermost first; empty if they could not be read, or have not been yet. */
  readonly stack: readonly string[]
  /** Why it could not be looked for, if this Node.js, or its permissions, prevent it. */
  readonly prevented?: string | undefined
}

interface Watched {
  readonly bounds: LoopBounds
  readonly own: OwnFolders
  readonly heartbeat: Heartbeat
  /** Called while the loop stands, with what is found. */
  readonly stands: (standing: Standing) => void
  readonly ended: (hold: EndedHold) => void
}

export class HoldWatch {
  readonly #watched: Watched
  #beat: bigint
  #looked: bigint
  /** Milliseconds since the last heartbeat in which this thread did not run either: the process stood still. */
  #asleep = 0
  /** Milliseconds of the hold at which it is looked at next. */
  #next: number
  #interrupt: Interrupt | undefined
  #frame: Frame | undefined
  #waiting: NodeJS.Timeout | undefined

  constructor(watched: Watched) {
    this.#watched = watched
    this.#beat = watched.heartbeat.last
    this.#looked = process.hrtime.bigint()
    this.#next = watched.bounds.held
  }

  /**
   * Looks once; it is to be called with each `beat`.
   *
   * @param now  by `process.hrtime.bigint()`
   */
  look(now: bigint): void {
    const { heartbeat, bounds } = this.#watched
    const slept = millisecondsBetween(this.#looked, now) - bounds.beat
    this.#looked = now
    const beat = heartbeat.last
    if (beat !== this.#beat) {
      this.#end(beat)
      return
    }
    if (slept > 2 * bounds.beat) this.#asleep += slept
    if (this.#late(now) < this.#next) return
    this.#next = this.#late(now) + bounds.again
    this.#ask()
  }

  close(): void {
    clearTimeout(this.#waiting)
    this.#interrupt?.close()
    this.#interrupt = undefined
  }

  /** Milliseconds since the heartbeat that is missing. */
  #late(now: bigint): number {
    return millisecondsBetween(this.#beat, now) - this.#watched.bounds.beat - this.#asleep
  }

  #ask(): void {
    const { bounds, stands } = this.#watched
    this.close()
    const late = () => Math.round(this.#late(process.hrtime.bigint()))
    const unknown = (prevented?: string) =>
      stands({ lasted: late(), frame: undefined, stack: [], prevented })
    this.#waiting = setTimeout(unknown, bounds.unnamed)
    try {
      this.#interrupt = new Interrupt(bounds.answer, (frames) => {
        this.#interrupt = undefined
        // After the end it would be anything.
        if (this.#watched.heartbeat.last !== this.#beat) return
        if (!frames) {
          this.#next = late() + bounds.held
          return
        }
        clearTimeout(this.#waiting)
        // No JavaScript runs: the machine is too busy, or the loop goes on at this moment.
        if (frames.length === 0) return
        const frame = blamed(frames, this.#watched.own)
        this.#frame ??= frame
        stands({ lasted: late(), frame, stack: frames.map(frameText) })
      })
    } catch (error) {
      clearTimeout(this.#waiting)
      unknown(error instanceof Error ? error.message : String(error))
    }
  }

  #end(beat: bigint): void {
    const { bounds, ended } = this.#watched
    const lasted = this.#late(beat)
    const frame = this.#frame
    this.close()
    this.#beat = beat
    this.#asleep = 0
    this.#next = bounds.held
    this.#frame = undefined
    if (lasted >= bounds.held) ended({ lasted: Math.round(lasted), frame })
  }
}
