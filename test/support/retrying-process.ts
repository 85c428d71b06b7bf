/** A process of its own whose job fails once, is to run again soon, and says when it has. */
import { jobOf, planOf, until } from './jobs.js'
import { openSqlite } from './sqlite-queue.js'

const [stateDir = '', delay = ''] = process.argv.slice(2)
const queue = await openSqlite({ stateDir })
await queue.work(
  async (_, { number }) => {
    process.stdout.write(`attempt ${number}\n`)
    if (number === 1) throw new Error('not yet')
    return { kind: 'accepted' }
  },
  { concurrency: 1, abandoned: async () => undefined },
)
const plan = planOf({ attempts: 2, delay: Number(delay), maxDelay: Number(delay) })
await queue.add(jobOf({ id: 'job' }), plan)
await until(async () => (await queue.admin.stats()).delayed === 1)
process.stdout.write('delayed\n')
await queue.ended('job', new AbortController().signal)
process.stdout.write('ended\n')
