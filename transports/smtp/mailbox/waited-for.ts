/** A wait that ends by itself, by a time, or by a signal. */
import { onAbort } from '#transport'
import { clearTimeout, setTimeout } from '#transport/time'

/** @param wait  ends as soon as its signal is aborted */
export async function waitedFor(
  milliseconds: number,
  signal: AbortSignal,
  wait: (ends: AbortSignal) => Promise<void>,
): Promise<void> {
  const ends = new AbortController()
  const end = () => ends.abort()
  const timer = setTimeout(end, milliseconds)
  try {
    if (!signal.aborted) await onAbort(signal, end, wait(ends.signal))
  } finally {
    clearTimeout(timer)
  }
}
