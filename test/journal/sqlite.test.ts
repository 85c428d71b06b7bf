/** The journal in a file keeps the contract of journals. */
import { SqliteJournal } from '../../src/store/journal/sqlite/journal.js'
import { journalContract } from '../suites/journal.js'
import { folderOf } from '../support/folder.js'

journalContract({
  name: 'sqlite',
  cannot: {},
  async store(t) {
    const stateDir = folderOf(t, {})
    return {
      open: async ({ node = 'urn:node', retention = 60_000, maxBytes = 1024 ** 3, hashing } = {}) =>
        new SqliteJournal(
          { node, retention, maxBytes, hashing, stateDir, minFree: 0 },
          { warn: (fields, sentence) => t.log(fields, sentence) },
        ),
    }
  },
})
