/** The journal on a real Redis keeps the contract of journals. */
import test from 'ava'
import { RedisJournal } from '../../../src/store/journal/redis/journal.js'
import { type JournalKind, journalContract } from '../../suites/journal.js'
import { minutesContract } from '../../suites/journal-minutes.js'
import { anyRedis } from '../../support/redis/redis.js'
import { SILENT } from '../../support/silent.js'

let redis: Awaited<ReturnType<typeof anyRedis>> | undefined
let locations = 0

test.before(async () => {
  redis = await anyRedis()
})
test.after.always(() => redis?.close())

const KIND: JournalKind = {
  name: 'redis',
  cannot: {},
  async store() {
    locations += 1
    const prefix = `contract-${process.pid}-${locations}`
    const address = { url: redis?.url, cluster: [], sentinels: [], sentinelName: 'mymaster' }
    return {
      open: async ({
        node = 'urn:node',
        retention = 3_600_000,
        maxBytes = 64 * 1024 ** 2,
        minutes,
        hashing,
      } = {}) =>
        new RedisJournal({ address, prefix, retention, maxBytes, minutes, hashing }, node, SILENT),
    }
  },
}

journalContract(KIND)
minutesContract(KIND)
