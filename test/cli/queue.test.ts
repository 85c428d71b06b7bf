/** `waybill queue` as a process, on the file of a queue: its numbers, its jobs, and what can be done with all of it. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import test, { type ExecutionContext } from 'ava'
import { whatOf } from '../../src/cli/command/list-jobs.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import {
  deadJob,
  inFile,
  liveJob,
  NIGHT,
  type StoredJob,
  statesIn,
  storeJobs,
} from '../support/stored-jobs.js'

const JOBS = [
  deadJob({ id: 'a', accepted: NIGHT }),
  liveJob({ id: 'w', accepted: NIGHT + 1, state: 'waiting' }),
  liveJob({ id: 'r', accepted: NIGHT + 2, state: 'running' }),
  liveJob({ id: 'l', accepted: NIGHT + 3, state: 'delayed' }),
  deadJob({ id: 'f', accepted: NIGHT + 4, state: 'done' }),
]

function queueOf(t: ExecutionContext, jobs: readonly StoredJob[] = JOBS) {
  const folder = folderOf(t, {})
  storeJobs(folder, jobs)
  const run = (...args: string[]) =>
    cli(['queue', ...args], { environment: { WAYBILL_STATE_DIR: folder } })
  return { folder, run }
}

test('stats count the jobs in each state, for people and for programs', async (t) => {
  const [, waiting, ...others] = JOBS
  const recent = { ...(waiting ?? deadJob({ id: 'w' })), accepted: Date.now() - 245_000 }
  const patient = liveJob({ id: 's', state: 'suspended', suspendedUntil: Date.now() + 86_400_000 })
  const { folder, run } = queueOf(t, [deadJob({ id: 'a' }), recent, patient, ...others])
  const { code, out, err } = await run('stats')
  t.deepEqual([code, err], [0, ''])
  t.regex(
    out,
    new RegExp(`^backend       embedded, in ${folder}
paused        no
waiting       1
oldest waits  4m \\d+s
undelivered   the oldest for \\d.*
delayed       1
suspended     1
running       1
done          1
dead          1
$`),
  )
  const { oldest, oldestUndelivered, ...numbers } = JSON.parse((await run('stats', '--json')).out)
  t.true(oldest >= 245_000 && oldest < 300_000, String(oldest))
  t.true(oldestUndelivered >= oldest, String(oldestUndelivered))
  t.deepEqual(numbers, {
    backend: `embedded, in ${folder}`,
    paused: false,
    waiting: 1,
    delayed: 1,
    suspended: 1,
    running: 1,
    done: 1,
    dead: 1,
    attachmentBytes: 0,
  })
})

test('an empty queue has no oldest job', async (t) => {
  const { run } = queueOf(t, [])
  t.notRegex((await run('stats')).out, /oldest/)
  t.is(JSON.parse((await run('stats', '--json')).out).oldest, null)
})

const pausedIn = (folder: string) =>
  inFile(folder, (database) =>
    Number(database.prepare(`SELECT value FROM setting WHERE name = 'paused'`).get()?.value),
  )

test('pause and resume do what they say, and say it', async (t) => {
  const { folder, run } = queueOf(t)
  t.deepEqual(await run('pause'), {
    code: 0,
    out: '',
    err: 'paused: no node takes jobs until waybill queue resume\n',
  })
  t.is(pausedIn(folder), 1)
  t.regex((await run('stats')).out, /^paused {8}yes: no node takes jobs$/m)
  t.deepEqual(await run('resume'), { code: 0, out: '', err: 'resumed\n' })
  t.is(pausedIn(folder), 0)
})

test('ls lists every job, or those in some states, or some ids', async (t) => {
  const { run } = queueOf(t)
  const ids = (out: string) =>
    out
      .split('\n')
      .slice(1, -1)
      .map((line) => line[0])
      .join('')
  t.is(ids((await run('ls')).out), 'falrw')
  t.is(ids((await run('ls', '--state', 'waiting', '--state', 'delayed')).out), 'lw')
  t.is(ids((await run('ls', 'a', 'f', 'none')).out), 'fa')
  const { code, err } = await run('ls', '--state', 'gone')
  t.is(code, 64)
  t.regex(err, /expected one of waiting, delayed, suspended, running, done, dead/)
})

test('ls says of every kind of job in a few words what it does', async (t) => {
  const to = 'mailto:b@example.com'
  const { run } = queueOf(t, [
    deadJob({ id: 'i' }),
    deadJob({ id: 's', kind: 'send', to }),
    deadJob({ id: 'f', kind: 'forward', to, state: 'delayed' }),
    deadJob({ id: 'a', kind: 'answer' }),
    deadJob({ id: 'r', kind: 'answer', operation: undefined }),
  ])
  const { out } = await run('ls')
  for (const [id, what] of [
    ['i', 'Record'],
    ['s', `Record to ${to}`],
    ['f', `Record to ${to}`],
    ['a', 'answer Record'],
    ['r', 'an answer'],
  ]) {
    t.regex(out, new RegExp(`^${id} .* 2 +${what} +192`, 'm'))
  }
  t.is(whatOf({ ...deadJob({ id: 'u' }), kind: 'unknown' }), 'unknown')
})

test('what is sent on has its operation beside its address', (t) => {
  const job = { ...deadJob({ id: 'f' }), operation: '{urn:x}Order', to: 'http://192.0.2.9/soap' }
  for (const kind of ['send', 'forward'] as const) {
    t.is(whatOf({ ...job, kind }), 'Order to http://192.0.2.9/soap')
    t.is(whatOf({ ...job, kind, operation: undefined }), 'to http://192.0.2.9/soap')
  }
})

test('a job of any state is shown, and an id that no job has ends with 65', async (t) => {
  const { run } = queueOf(t)
  for (const [id, state] of [
    ['w', 'waiting'],
    ['r', 'running'],
    ['l', 'delayed'],
    ['f', 'done'],
    ['a', 'dead'],
  ] as const) {
    const { code, out } = await run('show', id, '--json')
    t.is(code, 0, id)
    t.like(JSON.parse(out), { id, state })
  }
  t.regex((await run('show', 'w')).out, /^state +waiting$/m)
  t.deepEqual(await run('show', 'nobody'), { code: 65, out: '', err: 'there is no job nobody\n' })
})

test('listing changes nothing: jobs whose delay is over are left to the nodes', async (t) => {
  const { folder, run } = queueOf(t)
  const before = statesIn(folder)
  for (const look of ['stats', 'ls', 'check']) t.is((await run(look)).code, 0)
  t.deepEqual(statesIn(folder), before)
})

test('ls is newest first: by the end of what has ended, by the beginning of what has not', async (t) => {
  const { run } = queueOf(t, [
    deadJob({ id: 'late', accepted: NIGHT, ended: NIGHT + 3000 }),
    liveJob({ id: 'live', accepted: NIGHT + 2000, state: 'waiting' }),
    deadJob({ id: 'early', accepted: NIGHT + 500, ended: NIGHT + 1000 }),
  ])
  const { out } = await run('ls', '--json')
  t.deepEqual(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id),
    ['late', 'live', 'early'],
  )
})

test('trim forgets what has ended before then, or all of it, and nothing that has not ended well', async (t) => {
  const ago = (hours: number) => Date.now() - hours * 3_600_000
  const { folder, run } = queueOf(t, [
    deadJob({ id: 'dead', ended: ago(50) }),
    liveJob({ id: 'live', accepted: ago(50), state: 'waiting' }),
    deadJob({ id: 'old', state: 'done', ended: ago(30) }),
    deadJob({ id: 'older', state: 'done', ended: ago(40) }),
    deadJob({ id: 'new', state: 'done', ended: ago(1) }),
  ])
  for (const args of [[], ['--older-than', '1h', '--all'], ['--older-than', 'yesterday']]) {
    const { code, out, err } = await run('trim', ...args)
    t.deepEqual([code, out], [64, ''], args.join(' '))
    t.regex(err, /^error: /, args.join(' '))
  }
  t.is(Object.keys(statesIn(folder)).length, 5)
  t.deepEqual(await run('trim', '--older-than', '1d'), { code: 0, out: '', err: 'trimmed 2\n' })
  t.deepEqual(statesIn(folder), { dead: 'dead', live: 'waiting', new: 'done' })
  t.deepEqual(await run('trim', '--all'), { code: 0, out: '', err: 'trimmed 1\n' })
  t.deepEqual(statesIn(folder), { dead: 'dead', live: 'waiting' })
  t.deepEqual(await run('trim', '--all'), { code: 0, out: '', err: 'trimmed 0\n' })
})

test('check says whether everything is undamaged, and what is not', async (t) => {
  const { folder, run } = queueOf(t)
  t.deepEqual(await run('check'), { code: 0, out: '', err: 'the queue is intact\n' })
  inFile(folder, (database) => {
    const { seq } = database.prepare(`SELECT seq FROM job WHERE id = 'l'`).get() ?? {}
    // One bit of its first byte.
    database
      .prepare(
        `UPDATE content SET bytes = cast('=' || substr(bytes, 2) AS BLOB) WHERE at = ? << 20`,
      )
      .run(seq)
  })
  t.deepEqual(await run('check'), {
    code: 65,
    out: 'the message of job l is incomplete\n',
    err: '1 faults\n',
  })
  const shown = await cli(['dead', 'show', 'l'], { environment: { WAYBILL_STATE_DIR: folder } })
  t.deepEqual([shown.code, shown.out], [74, ''])
  t.regex(shown.err, /^WAYBILL_QUEUE_DAMAGED: the content of job l is damaged: .*\n {2}\S.*\n$/)
})

test('check finds a row that is not what was written, and a count that is wrong', async (t) => {
  const { folder, run } = queueOf(t)
  const database = new DatabaseSync(join(folder, 'queue.db'))
  // Past the checksums, as a disk would do it.
  database.function('seal', { deterministic: true }, (text: string) => text.length)
  database.exec(`UPDATE job SET cause = 'another' WHERE id = 'a'`)
  database.exec(`UPDATE tally SET n = 7 WHERE name = 'dead'`)
  database.close()
  const { code, out } = await run('check')
  t.is(code, 65)
  t.regex(out, /^a row of job does not have its checksum: a$/m)
  t.regex(out, /^7 jobs are counted as dead, and there are 1$/m)
})

test('a backup is a queue with the same jobs, of its owner only, and replaces nothing', async (t) => {
  const { folder, run } = queueOf(t)
  const other = folderOf(t, {})
  const file = join(other, 'queue.db')
  t.deepEqual(await run('backup', file), { code: 0, out: '', err: `written: ${file}\n` })
  t.is(statSync(file).mode & 0o777, 0o600)
  t.deepEqual(statesIn(other), statesIn(folder))
  const there = (...args: string[]) => cli(args, { environment: { WAYBILL_STATE_DIR: other } })
  t.is((await there('queue', 'check')).code, 0)
  t.deepEqual(
    (await there('dead', 'show', 'a', '--envelope')).out,
    (await cli(['dead', 'show', 'a', '--envelope'], { environment: { WAYBILL_STATE_DIR: folder } }))
      .out,
  )
  await there('dead', 'rm', 'a')
  for (const refused of [file, join(other, 'none', 'queue.db')]) {
    const { code, out, err } = await run('backup', refused)
    t.deepEqual([code, out], [74, ''])
    t.regex(err, /^WAYBILL_QUEUE_BACKUP: \S+queue\.db cannot be written: \S.*\n {2}\S.*\n$/)
  }
  t.false('a' in statesIn(other), 'what was there is as it was')
})
