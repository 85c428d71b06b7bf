/** The journal in a file keeps the contract of journals. */
import { SqliteJournal } from '../../src/store/journal/sqlite/journal.js'
import { type JournalKind, journalContract } from '../suites/journal.js'
import { minutesContract } from '../suites/journal-minutes.js'
import { folderOf } from '../support/folder.js'

const KIND: JournalKind = {
  name: 'sqlite',
  cannot: {},
  async store(t) {
    const stateDir = folderOf(t, {})
    return {
      open: async ({
        node = 'urn:node',
        retention = 60_000,
        maxBytes = 1024 ** 3,
        minutes,
        hashing,
      } = {}) =>
        new SqliteJournal(
          { node, retention, maxBytes, stateDir, minFree: 0, minutes, hashing },
          { warn: (fields, sentence) => t.log(fields, sentence) },
        ),
    }
  },
}

journalContract(KIND)
minutesContract(KIND)
