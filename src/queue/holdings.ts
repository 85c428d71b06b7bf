/** What the journal's segments hold: how long each is, and which messages in it are not settled. */

interface Segment {
  readonly number: number
  bytes: number
  /** Messages in it that are not settled. */
  unsettled: number
}

interface Place {
  readonly segment: Segment
  readonly bytes: number
}

export class Holdings {
  /** Oldest first; the last one is being written. */
  readonly #segments: Segment[] = []
  readonly #places = new Map<string, Place>()
  #bytes = 0
  #unsettledBytes = 0

  /** Messages that are not settled. */
  get unsettled(): number {
    return this.#places.size
  }

  get segments(): number {
    return this.#segments.length
  }

  /** The oldest segment, unless it is the one being written. */
  get oldest(): { readonly number: number; readonly unsettled: number } | undefined {
    return this.#segments.length > 1 ? this.#segments[0] : undefined
  }

  /** True if at least half of all bytes belong to messages that are settled. */
  get sparse(): boolean {
    return this.#unsettledBytes * 2 <= this.#bytes
  }

  /** Notes a segment newer than all before it. */
  add(number: number, bytes = 0): void {
    this.#segments.push({ number, bytes, unsettled: 0 })
    this.#bytes += bytes
  }

  /** Notes that the newest segment has grown. */
  grew(bytes: number): void {
    const newest = this.#segments.at(-1)
    if (newest) newest.bytes += bytes
    this.#bytes += bytes
  }

  /** Numbers of the segments that hold a message that is not settled, oldest first. */
  inUse(): readonly number[] {
    return this.#segments.flatMap(({ number, unsettled }) => (unsettled > 0 ? [number] : []))
  }

  ids(): IterableIterator<string> {
    return this.#places.keys()
  }

  has(id: string): boolean {
    return this.#places.has(id)
  }

  /** The number of the segment that holds a message; undefined if it is settled. */
  placeOf(id: string): number | undefined {
    return this.#places.get(id)?.segment.number
  }

  /** Notes that a segment holds a message; no other does any more. */
  keep(id: string, number: number, bytes: number): void {
    this.settle(id)
    const segment = this.#segments.findLast((one) => one.number === number)
    if (!segment) return
    segment.unsettled += 1
    this.#unsettledBytes += bytes
    this.#places.set(id, { segment, bytes })
  }

  settle(id: string): void {
    const place = this.#places.get(id)
    if (!place) return
    place.segment.unsettled -= 1
    this.#unsettledBytes -= place.bytes
    this.#places.delete(id)
  }

  /** Notes that the oldest segment is gone. */
  drop(): void {
    this.#bytes -= this.#segments.shift()?.bytes ?? 0
  }
}
