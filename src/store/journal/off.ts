/** The journal of a node that keeps none. */
import { Followers } from './followers.js'
import type { Journal } from './journal.js'

export const NO_JOURNAL: Journal = {
  minutes: undefined,
  record: () => undefined,
  capture: () => undefined,
  search: async () => ({ entries: [], next: undefined }),
  path: async () => [],
  envelopes: async () => [],
  follow: (signal, missed) => new Followers().follow(signal, missed),
  stats: async () => ({ entries: 0, bytes: 0, oldest: undefined, lost: 0 }),
  close: async () => undefined,
}
