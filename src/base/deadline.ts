/** Waiting that ends: with a deadline, or with a signal. */
import { setTimeout as sleep } from 'node:timers/promises'
import { deferred } from './deferred.js'
import { clearTimeout, setTimeout } from './time.js'
import { timeText } from './units.js'

/** Work did not end in its time. */
export class Overdue extends Error {
  constructor(milliseconds: number) {
    super(`not done after ${timeText(milliseconds)}`)
    this.name = 'Overdue'
  }
}

/**
 * Waits for work, but no longer than a deadline; what the work gives later is dropped.
 *
 * @throws Overdue
 */
export async function within<Result>(
  milliseconds: number,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = deferred<Result>()
  const timer = setTimeout(() => reject(new Overdue(milliseconds)), milliseconds)
  try {
    Promise.resolve(work()).then(resolve, reject)
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Waits for work, but no longer than a signal; what the work gives later is dropped.
 *
 * @throws the signal's reason
 */
export async function untilAborted<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const ended = deferred<never>()
  const race = Promise.race([work(), ended.promise])
  return onAbort(signal, () => ended.reject(signal.reason), race)
}

/** Waits for work; if the signal ends before the work does, `act` is called, once. */
export async function onAbort<Result>(
  signal: AbortSignal,
  act: () => void,
  work: Promise<Result>,
): Promise<Result> {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
  try {
    return await work
  } finally {
    signal.removeEventListener('abort', act)
  }
}

/** Resolves after so many milliseconds, or as soon as the signal ends. */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Gives work a signal that ends with the given one, or after so many milliseconds. Default: with the given one. */
export async function limited<Result>(
  milliseconds: number | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (milliseconds === undefined) return work(signal)
  const end = new AbortController()
  const give = () => end.abort(signal.reason)
  if (signal.aborted) give()
  signal.addEventListener('abort', give, { once: true })
  const timer = setTimeout(() => end.abort(late(milliseconds)), milliseconds)
  try {
    return await work(end.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', give)
  }
}

/** As `signalAfter` has it, so that transports describe it alike. */
function late(milliseconds: number): DOMException {
  return new DOMException(`no answer within ${timeText(milliseconds)}`, 'TimeoutError')
}
