/** The counts of a node whose journal is in memory. */
import { MergedMinutes, MINUTE } from './merge.js'
import type { FlowSteps, MinuteBounds, MinuteRecord, MinuteStore, MinuteWindow } from './minutes.js'
import { packed, unpacked } from './packed.js'

interface Kept {
  readonly minute: number
  readonly bytes: Buffer
}

export class MemoryMinutes implements MinuteStore {
  readonly #bounds: MinuteBounds
  readonly #kept: Kept[] = []
  #bytes = 0

  constructor(bounds: MinuteBounds) {
    this.#bounds = bounds
  }

  keep(record: MinuteRecord): void {
    const bytes = packed(record)
    this.#kept.push({ minute: record.minute, bytes })
    this.#bytes += bytes.length
    const { records, bytes: most } = this.#bounds
    while (this.#kept.length > records || this.#bytes > most) {
      this.#bytes -= this.#kept.shift()?.bytes.length ?? 0
    }
  }

  async read(window: MinuteWindow, most: number): Promise<FlowSteps> {
    const merged = new MergedMinutes(window)
    const end = window.from + window.step * window.steps
    for (const { minute, bytes } of this.#kept) {
      // Marks may be a minute apart from the record that has them.
      if (minute * MINUTE < window.from - MINUTE || minute * MINUTE > end) continue
      const record = unpacked(bytes)
      if (record) merged.add(record)
    }
    return merged.steps(most)
  }
}
