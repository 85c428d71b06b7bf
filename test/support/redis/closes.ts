/** A process that has a worker on Redis, closes it, and has nothing else to do: it must end by itself. */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { openQueue } from './queue.js'

/** `at-once`, or `when-told`: once its input ends. */
const [url = '', when] = process.argv.slice(2)
const queue = await openQueue({ url, acknowledge: 1_000 })
const worker = await queue.work(async () => ({ kind: 'accepted' }), {
  concurrency: 1,
  abandoned: async () => undefined,
})
writeSync(1, 'working\n')
if (when === 'when-told') await once(process.stdin.resume(), 'end')
await worker.close(AbortSignal.abort())
await queue.close()
writeSync(1, 'closed\n')
