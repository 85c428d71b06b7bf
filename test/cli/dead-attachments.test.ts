/** `waybill dead show` of a job with attachments: it names them, and gives the bytes of one. */
import test from 'ava'
import { HeldBinary } from '../../src/xml/binary.js'
import { folderOf } from '../support/folder.js'
import { jobOf, planOf } from '../support/jobs.js'
import { cli } from '../support/nodes/cli.js'
import { NumberedBinary } from '../support/numbered-binary.js'
import { openSqlite } from '../support/sqlite-queue.js'

test('attachments are named with their sizes, and one of them is written', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir })
  const big = new NumberedBinary(3_000_000, 1)
  const attachments = [
    {
      contentType: 'text/plain',
      name: 'a\u001b[2J.txt',
      content: new HeldBinary(Buffer.from('ABC')),
    },
    { contentType: 'image/png', id: 'scan@a.example', content: big },
  ]
  await queue.add(jobOf({ id: 'job', attachments }), planOf())
  await queue.close()
  const run = (...args: string[]) =>
    cli(['dead', 'show', 'job', ...args], { environment: { WAYBILL_STATE_DIR: stateDir } })
  const { out } = await run()
  t.regex(out, /\n1 +3 +text\/plain +a\\u001b\[2J\.txt/)
  t.regex(out, /\n2 +3000000 +image\/png +scan@a\.example\n/)
  const json = JSON.parse((await run('--json')).out)
  t.deepEqual(json.attachments[1], {
    contentType: 'image/png',
    name: null,
    id: 'scan@a.example',
    bytes: 3_000_000,
  })
  t.is((await run('--attachment', '1')).out, 'ABC')
  t.is((await run('--attachment', '3')).code, 65)
  t.is((await run('--attachment', '3')).err, 'job job has 2 attachments\n')
  t.is((await run('--attachment', 'x')).code, 64)
})
