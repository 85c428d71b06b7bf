/** Does work for an attempt in memory: what it gives after the attempt's signal has ended is dropped. */

/** @throws Error once the signal has ended */
export async function unlessEnded<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  let end: () => void = () => undefined
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(new Error('the attempt took longer than its time limit'))
    signal.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([work(), ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
