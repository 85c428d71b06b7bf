/** Times in a small histogram: four classes for each doubling, so that a quantile is right within a tenth. */

const FIRST = 0.1
const PER_DOUBLING = 4
/** Up to about fourteen minutes; what takes longer counts as that. */
const CLASSES = 93

export class Latencies {
  readonly #counts = new Uint32Array(CLASSES)
  #sum = 0

  /** @param ms  milliseconds */
  add(ms: number): void {
    const index = ms <= FIRST ? 0 : Math.ceil(Math.log2(ms / FIRST) * PER_DOUBLING)
    const within = index < CLASSES ? index : CLASSES - 1
    this.#counts[within] = (this.#counts[within] ?? 0) + 1
    this.#sum += 1
  }

  /** Milliseconds; null if nothing was added. */
  quantile(part: number): number | null {
    let left = Math.ceil(this.#sum * part)
    if (left === 0) return null
    for (const [index, count] of this.#counts.entries()) {
      left -= count
      if (left <= 0) return middleOf(index)
    }
    return null
  }
}

function middleOf(index: number): number {
  const ms = FIRST * 2 ** ((index - 0.5) / PER_DOUBLING)
  return Number(ms.toPrecision(3))
}
