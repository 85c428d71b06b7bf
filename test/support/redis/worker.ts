/** A process that works for a queue on Redis and ends no job, but suspends some: it is to be killed. */
import { writeSync } from 'node:fs'
import { openQueue } from './queue.js'

const [url = '', prefix = ''] = process.argv.slice(2)
const queue = await openQueue({ url, prefix }, { node: 'urn:node:victim' })
await queue.work(
  async ({ id }, { number }) => {
    writeSync(1, `${id} ${number}\n`)
    const [, milliseconds] = /^sleepy-(\d+)$/.exec(id) ?? []
    if (milliseconds !== undefined)
      return { kind: 'suspended', until: Date.now() + Number(milliseconds) }
    return new Promise(() => undefined)
  },
  { concurrency: 1, abandoned: async () => undefined },
)
