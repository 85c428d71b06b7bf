/** Times in a small histogram: four classes for each doubling, so that a quantile is right within a tenth. */
import type { Times } from '../../../store/journal/minutes/minutes.js'

const FIRST = 0.1
const PER_DOUBLING = 4
/** Up to about fourteen minutes; what takes longer counts as that. */
const CLASSES = 93

export class Latencies {
  readonly #counts = new Uint32Array(CLASSES)
  #sum = 0

  /** Those of classes that were counted elsewhere. */
  static of(times: Times): Latencies {
    const made = new Latencies()
    for (const [latency, count] of times) made.#count(latency, count)
    return made
  }

  /** @param ms  milliseconds */
  add(ms: number): void {
    this.#count(ms <= FIRST ? 0 : Math.ceil(Math.log2(ms / FIRST) * PER_DOUBLING), 1)
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

  /** Its classes, those without any left out. */
  get times(): Times {
    return [...this.#counts.entries()].filter(([, count]) => count > 0)
  }

  #count(latency: number, count: number): void {
    const within = latency < CLASSES ? latency : CLASSES - 1
    this.#counts[within] = (this.#counts[within] ?? 0) + count
    this.#sum += count
  }
}

function middleOf(index: number): number {
  const ms = FIRST * 2 ** ((index - 0.5) / PER_DOUBLING)
  return Number(ms.toPrecision(3))
}
