/** Closes the parts of a node in order; a part that was never made has nothing to close. */

/** Who waits on a connection has the answer from the worker; it and what runs have what they need from the queue. */
const IN_ORDER = [
  'problems',
  'alerts',
  'transport',
  'processor',
  'credentials',
  'worker',
  'validator',
  'evidence',
  'queue',
  'admin',
  'capture',
  'journal',
  'metrics',
] as const

export class Closing {
  readonly #made: { readonly kind: (typeof IN_ORDER)[number]; close(): Promise<void> }[] = []

  /** To be notified of each part once it was made. */
  of<Part>(kind: (typeof IN_ORDER)[number], close: (part: Part) => Promise<void>) {
    return (_: unknown, part: Part): Part => {
      this.#made.push({ kind, close: () => close(part) })
      return part
    }
  }

  /** Those of one kind at once. */
  async close(): Promise<void> {
    for (const kind of IN_ORDER) {
      const parts = this.#made.filter((one) => one.kind === kind)
      await Promise.all(parts.map((one) => one.close()))
    }
  }
}
