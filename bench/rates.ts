/** How many calls a second end, with so many under way at once. */

/** @returns calls per second */
export async function rate(
  calls: number,
  inFlight: number,
  call: () => Promise<unknown>,
): Promise<number> {
  let left = calls
  const one = async () => {
    while (left > 0) {
      left -= 1
      await call()
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: inFlight }, one))
  return (calls * 1000) / (performance.now() - started)
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, two) => one - two)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
