/** A process of its own that adds jobs with attachments to the queue of a folder, until it is killed: it says which are durable. */
import { jobOf, planOf } from './jobs.js'
import { NumberedBinary } from './numbered-binary.js'
import { openSqlite } from './sqlite-queue.js'

const [stateDir = '', size = '0'] = process.argv.slice(2)
const queue = await openSqlite({ stateDir, node: 'urn:node:adding' })
process.stdout.write('adding\n')
for (let index = 0; ; index += 1) {
  const content = new NumberedBinary(Number(size), index)
  const attachments = [{ contentType: 'image/png', content }]
  await queue.add(jobOf({ id: `n${index}`, attachments }), planOf())
  process.stdout.write(`added n${index}\n`)
}
