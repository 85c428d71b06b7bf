/** The journal in memory keeps the contract of journals. */
import { MemoryJournal } from '../../src/store/journal/memory/journal.js'
import { type JournalKind, journalContract } from '../suites/journal.js'
import { minutesContract } from '../suites/journal-minutes.js'

const KIND: JournalKind = {
  name: 'memory',
  cannot: { nodes: 'memory is of one process', outlive: 'memory does not outlive' },
  async store() {
    return {
      open: async ({
        node = 'urn:node',
        retention = 60_000,
        maxBytes = 16 * 1024 ** 2,
        minutes,
        hashing,
      } = {}) => new MemoryJournal({ node, retention, maxBytes, minutes, hashing }),
    }
  },
}

journalContract(KIND)
minutesContract(KIND)
