/** `waybill find` as a process: what became of a message, from the queue and the quarantine. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { deadJob, inFile, liveJob, NIGHT, storeJobs } from '../support/stored-jobs.js'

const EXCHANGE = '01a2039e-63e5-7d3e-950e-6acc69d6a90d'
const LIMITS = [
  'all 3 jobs were looked through',
  'not known here: what came more than 7d 0h ago; of jobs, what ended more than 1d 0h ago or was trimmed; nodes with a journal of their own that journal.nodes does not name',
  '',
].join('\n')

function stateOf(t: ExecutionContext) {
  const folder = folderOf(t, {})
  storeJobs(folder, [
    deadJob({
      id: EXCHANGE,
      messageId: 'urn:uuid:1',
      cause: 'Error: no\u001b room',
      accepted: NIGHT,
    }),
    liveJob({ id: 'w', state: 'waiting', messageId: 'urn:uuid:2', accepted: NIGHT + 1 }),
    {
      ...deadJob({ id: 'ok', accepted: Date.now(), messageId: 'urn:uuid:3', cause: undefined }),
      state: 'done',
    },
  ])
  const run = (...args: string[]) =>
    cli(['find', ...args], { environment: { WAYBILL_STATE_DIR: folder } })
  return { folder, run }
}

test('a dead letter is told with its cause, and with what shows more', async (t) => {
  const { run } = stateOf(t)
  const { code, out, err } = await run('urn:uuid:1')
  t.is(err, LIMITS)
  t.is(
    out,
    `job         ${EXCHANGE}
what        invoke: Record
state       dead
accepted    2026-11-21T02:30:00Z
ended       2026-11-21T02:31:00Z
attempts    2
sender      192.0.2.7
message id  urn:uuid:1
cause       Error: no\\u001b room
more        waybill dead show ${EXCHANGE}

`,
  )
  t.is(code, 0)
  t.is((await run(EXCHANGE.replaceAll('-', ''))).out, out)
})

test('a job that waits, and one that is done', async (t) => {
  const { run } = stateOf(t)
  t.regex((await run('urn:uuid:2')).out, /^state +waiting$/m)
  t.notRegex((await run('urn:uuid:3')).out, /dead show/, 'it is no dead letter')
  t.regex((await run('urn:uuid:3')).out, /^result +it had its effect; there is no answer/m)
  const json = JSON.parse((await run('urn:uuid:3', '--json')).out)
  t.is(json.found, 'job')
  t.is(json.id, 'ok')
  t.is(json.result.kind, 'accepted')
})

test('what is not there ends with 65, and says how far it looked', async (t) => {
  const { run } = stateOf(t)
  const { code, out, err } = await run('urn:none')
  t.deepEqual([code, out], [65, ''])
  t.is(err, `nothing was found by urn:none\n${LIMITS}`)
  const near = await run('urn:uuid:1', '--most', '1')
  t.regex(near.err, /^the newest 1 jobs were looked through; --most looks further back$/m)
  t.is((await run(EXCHANGE, '--most', '1')).code, 0, 'its own id needs no search')
})

test('a mail in the quarantine is found by its Message-ID', async (t) => {
  const { folder, run } = stateOf(t)
  const mail = (id: string) => `X-Waybill-Refused: 554 5.6.0 not a\r\n SOAP message\r
X-Waybill-Refused-At: 2026-11-21T03:00:00.000Z\r
From: a@b\r
Message-ID:\r
 <${id}>\r
\r
Message-ID: <body@b>\r
`
  for (const [location, id] of [
    ['refused', 'k@b'],
    ['refused/unknown-senders', 'u@b'],
  ] as const) {
    mkdirSync(join(folder, location), { recursive: true })
    writeFileSync(join(folder, location, `2026-11-21T03-00-00-000Z-${id[0]}.eml`), mail(id))
  }
  for (const id of ['k@b', '<u@b>']) {
    const { code, out } = await run(id)
    t.is(code, 0)
    t.regex(
      out,
      /^refused +2026-11-21T03:00:00Z\ncause +554 5\.6\.0 not a SOAP message\nkept in +\S+[ku]\.eml\n/,
    )
  }
  t.is((await run('body@b')).code, 65)
  t.is(JSON.parse((await run('k@b', '--json')).out).found, 'refused')
})

test('a damaged row does not keep the others from being found', async (t) => {
  const { folder, run } = stateOf(t)
  inFile(folder, (database) => {
    database.exec('DROP TRIGGER job_damaged')
    database.exec("UPDATE job SET head = '{' || head WHERE id = 'w'")
  })
  t.is((await run('urn:uuid:1')).code, 0)
})

test('a quarantine that cannot be looked at is told, and not passed over', async (t) => {
  const { folder, run } = stateOf(t)
  writeFileSync(join(folder, 'refused'), 'a file in place of the folder')
  const { code, err } = await run('k@b')
  t.is(code, 77)
  t.regex(err, /^WAYBILL_STATE_REFUSED: \S+refused cannot be looked at by this user \(ENOTDIR\)/)
})
