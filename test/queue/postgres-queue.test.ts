/** The queue on a real Postgres under the contract of job queues. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { BullmqQueue } from '../../src/queue/bullmq/queue.js'
import { loadPg, openPostgres } from '../../src/queue/postgres.js'
import { jobQueueContract } from '../contract/job-queue.js'
import { OPTIONS } from '../support/embedded-queue.js'
import { ACCEPTED, jobOf, planOf, soon, working } from '../support/jobs.js'
import { postgresPrograms, startPostgres } from '../support/postgres.js'
import { SILENT } from '../support/redis-queue.js'

const programs = postgresPrograms()
const settings = { ...OPTIONS, prefix: 'test', waitAtStart: false }

if (programs === undefined) {
  test.skip('postgres: left out, because /usr/lib/postgresql has no programs', () => undefined)
} else {
  const postgres = await startPostgres(programs)
  test.after.always(() => postgres.close())

  jobQueueContract({
    name: 'postgres',
    place: async () => {
      const prefix = `t-${randomBytes(6).toString('hex')}`
      return {
        open: async (options) => {
          const all = { ...settings, ...options, prefix, url: postgres.url }
          return BullmqQueue.open(await openPostgres(all, SILENT), all, SILENT)
        },
      }
    },
    heavy: true,
    cannot: {},
  })

  test.serial(
    'postgres: an attempt that has lost its lock cannot put its job to sleep',
    async (t) => {
      const all = { ...settings, prefix: `t-${randomBytes(6).toString('hex')}`, url: postgres.url }
      const queue = await BullmqQueue.open(await openPostgres(all, SILENT), all, SILENT)
      const { Pool } = loadPg()
      const pool = new Pool({ connectionString: postgres.url })
      t.teardown(() => Promise.all([queue.close(), pool.end()]).then(() => undefined))
      const ran: [number, boolean][] = []
      await working(t, queue, async (_, { number, slept }) => {
        ran.push([number, slept])
        if (number > 1) return ACCEPTED
        const schema = all.prefix.replaceAll('-', '_')
        await pool.query(
          `UPDATE ${schema}.job SET lock_token = 'of another', locked_until_ms = 1 WHERE id = 'one'`,
        )
        return { kind: 'sleep', until: Date.now() + 3_600_000 }
      })
      await queue.add(jobOf({ id: 'one' }), planOf({ attempts: 3 }))
      t.is((await queue.ended('one', soon()))?.state, 'done')
      t.deepEqual(ran, [
        [1, false],
        [2, false],
      ])
    },
  )

  test.serial('postgres: a wrong database is told as refused', async (t) => {
    const url = postgres.url.replace(/[^/]*$/, 'none')
    const error = await t.throwsAsync(openPostgres({ ...settings, url }, SILENT), {
      code: 'WAYBILL_QUEUE_REFUSED',
    })
    t.regex(error?.message ?? '', /^postgres:\/\/127\.0\.0\.1:\d+\/none: .*does not exist/)
  })
}

test.serial(
  'postgres: one that cannot be reached is told as such, without its password',
  async (t) => {
    const url = 'postgres://test:secret@127.0.0.1:1/postgres'
    const error = await t.throwsAsync(openPostgres({ ...settings, url }, SILENT), {
      code: 'WAYBILL_QUEUE_UNAVAILABLE',
    })
    t.regex(error?.message ?? '', /^postgres:\/\/127\.0\.0\.1:1\/postgres: .*ECONNREFUSED/)
    t.false(error?.message.includes('secret'))
  },
)

test('postgres: without the package pg it is told what to install', (t) => {
  const missing = () => {
    throw new Error("Cannot find module 'pg'")
  }
  const error = t.throws(() => loadPg(missing), { code: 'WAYBILL_PG_MISSING' })
  t.regex((error as unknown as { hint: string }).hint, /npm install pg/)
})
