/** Clock, timers and chance: the one place that gives them to all of the program. */
import { randomFillSync, randomUUID } from 'node:crypto'

export const { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } = globalThis

/** Milliseconds since 1970 by the clock of this machine, which people set: for moments that are written down. */
export function wallTime(): number {
  return Date.now()
}

/** Milliseconds since this process or thread began, by a clock that nobody sets: for what lasts within it. */
export function monotonicTime(): number {
  return performance.now()
}

/** A signal that is aborted after so many milliseconds; it keeps no process alive. */
export function signalAfter(milliseconds: number): AbortSignal {
  return AbortSignal.timeout(milliseconds)
}

/** From 0 to 1, for what is to be spread; whoever guesses it gains nothing. */
export function chance(): number {
  return Math.random()
}

/** Fills bytes that nobody can guess. */
export function randomFill(bytes: Uint8Array): void {
  randomFillSync(bytes)
}

/** An id that nobody has had before, and nobody can guess: RFC 9562 §5.4. */
export function randomId(): string {
  return randomUUID()
}
