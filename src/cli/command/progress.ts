/** Tells on a terminal how far bulk work is, with rate and rest: one line of standard error; elsewhere nothing. */
import { clearLine, cursorTo } from 'node:readline'
import type { WriteStream } from 'node:tty'
import { clearInterval, monotonicTime, setInterval } from '../../base/time.js'
import { clip, span } from './print.js'

/** Milliseconds between two looks of a person. */
const EVERY = 100
/** Milliseconds after which work is worth a line. */
const SOON = 500

export interface ProgressOptions {
  /** Such as `replayed`; stands before the number. */
  readonly what: string
  /** How many there will be, if that is known. */
  readonly total?: number | undefined
  /** True where a program reads what is printed. */
  readonly quiet?: boolean | undefined
}

export class Progress {
  readonly #options: ProgressOptions
  readonly #out: WriteStream | undefined
  readonly #begun: number
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout | undefined
  #done = 0
  #drawnAt = 0
  #shown = false

  /**
   * @param out  where the line goes; nothing is told if it is no terminal
   * @param now  in milliseconds
   */
  constructor(
    options: ProgressOptions,
    out: WriteStream = process.stderr,
    now = () => monotonicTime(),
  ) {
    this.#options = options
    this.#now = now
    this.#out = out.isTTY && options.quiet !== true ? out : undefined
    this.#begun = now()
    // Work that reports no step is seen to go on anyway.
    this.#timer = this.#out && setInterval(() => this.#draw(), EVERY).unref()
  }

  /** @param count  how many more are done */
  step(count = 1): void {
    this.#done += count
    if (this.#out && this.#now() - this.#drawnAt >= EVERY) this.#draw()
  }

  /** How many are done in all. */
  reach(count: number): void {
    this.step(count - this.#done)
  }

  /** Takes the line away, as other text comes; the next step draws it again. */
  clear(): void {
    if (!this.#out || !this.#shown) return
    this.#shown = false
    cursorTo(this.#out, 0)
    clearLine(this.#out, 0)
  }

  close(): void {
    clearInterval(this.#timer)
    this.clear()
  }

  #draw(): void {
    const now = this.#now()
    if (!this.#out || now - this.#begun < SOON) return
    this.#drawnAt = now
    this.#shown = true
    cursorTo(this.#out, 0)
    this.#out.write(clip(progressLine(this.#options, this.#done, now - this.#begun), this.#width()))
    clearLine(this.#out, 1)
  }

  #width(): number {
    return Math.max((this.#out?.columns ?? 80) - 1, 10)
  }
}

/** @param ms  since it began */
export function progressLine({ what, total }: ProgressOptions, done: number, ms: number): string {
  const rate = done / (ms / 1000)
  const speed = done === 0 ? '' : `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`
  if (total === undefined || total < done || total === 0) {
    return `${what}${done === 0 ? '' : ` ${done}`}${speed}, ${span(ms)}`
  }
  const percent = Math.floor((done / total) * 100)
  const rest = done === 0 ? '' : `, ${span(((total - done) / rate) * 1000)} left`
  return `${what} ${done} of ${total} (${percent} %)${speed}${rest}`
}

/** Does work of which nothing is known but that it takes its time. */
export async function during<Result>(
  options: ProgressOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const progress = new Progress(options)
  try {
    return await work()
  } finally {
    progress.close()
  }
}
