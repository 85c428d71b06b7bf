/** Watches the event loop by a thread beside it, and counts by what it was held. */
import { Worker } from 'node:worker_threads'
import type { Logger } from '../../base/log.js'
import { clearInterval, setInterval, wallTime } from '../../base/time.js'
import type { LoopBounds } from './bounds.js'
import { type Frame, frameText } from './frames.js'
import { Heartbeat } from './heartbeat.js'
import type { EndedHold } from './hold.js'
import { ownFolders } from './own-folders.js'
import type { ThreadInput } from './thread.js'

/** How often a function, or what could not be found, has held the loop. */
export interface Held {
  /** The last one; undefined if it could not be found. */
  readonly frame: Frame | undefined
  readonly count: number
  /** When the loop went on the first and the last time, in milliseconds since 1970. */
  readonly first: number
  readonly last: number
  /** Milliseconds. */
  readonly longest: number
}

/** Functions that are distinguished; beyond them the one that is longest ago is forgotten. */
const MAX_FUNCTIONS = 20
/** MiB: it keeps next to nothing, and what it reads is small. */
const HEAP = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 }

/** What else holds a loop, in a sentence. */
export const UNNAMED = 'code that is not JavaScript, or a machine that is too busy,'

const THREAD = new URL('./thread.js', import.meta.url)

type LoopLog = Pick<Logger, 'warn' | 'writes'>

export class LoopWatch {
  readonly #bounds: LoopBounds
  readonly #log: LoopLog
  readonly #code: URL
  readonly #held = new Map<string, Held>()
  #thread: Worker | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param code  what the thread runs. Default: what finds who holds the loop */
  constructor(bounds: LoopBounds, log: LoopLog, code = THREAD) {
    this.#bounds = bounds
    this.#log = log
    this.#code = code
  }

  /**
   * Watches from now on; the thread keeps no process alive.
   *
   * @param plugins  files of the plugins that are loaded
   */
  start(plugins: readonly string[]): void {
    const heartbeat = new Heartbeat()
    const beat = () => heartbeat.beat(this.#log.writes('error') ? 'errors' : 'nothing')
    beat()
    const { shared } = heartbeat
    const input: ThreadInput = { shared, bounds: this.#bounds, own: ownFolders(plugins) }
    // Neither arguments nor environment: what they load belongs to the main thread.
    const apart = { execArgv: [], env: {}, resourceLimits: HEAP }
    const thread = new Worker(this.#code, { workerData: input, ...apart })
    thread.on('message', (hold: EndedHold) => this.#add(hold))
    thread.on('error', (err) => {
      this.#log.warn({ err }, 'the event loop is not watched any more: its thread has failed')
    })
    thread.once('exit', () => this.#stop())
    thread.unref()
    this.#thread = thread
    this.#timer = setInterval(beat, this.#bounds.beat).unref()
  }

  /** By what it was held lately: those that are forgotten by now are left out. */
  get held(): readonly Held[] {
    const from = wallTime() - this.#bounds.shown
    for (const [key, { last }] of this.#held) if (last < from) this.#held.delete(key)
    return [...this.#held.values()]
  }

  /** Resolves once the thread has ended. */
  async close(): Promise<void> {
    await this.#thread?.terminate()
    this.#stop()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#thread = undefined
  }

  #add({ frame, lasted }: EndedHold): void {
    const by = frame ? frameText(frame) : UNNAMED
    this.#log.warn({ heldMs: lasted }, `the event loop goes on: ${by} held it`)
    const key = frame ? `${frame.file} ${frame.name}` : ''
    const before = this.#held.get(key)
    const now = wallTime()
    // Behind all others: it was the last.
    this.#held.delete(key)
    this.#held.set(key, {
      frame,
      count: (before?.count ?? 0) + 1,
      first: before?.first ?? now - lasted,
      last: now,
      longest: Math.max(before?.longest ?? 0, lasted),
    })
    const [oldest] = this.#held.keys()
    if (this.#held.size > MAX_FUNCTIONS && oldest !== undefined) this.#held.delete(oldest)
  }
}
