/** `waybill dead` as a process, on the file of a queue: what it finds, does, says, and how it ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { cleanEnvironment, cli, MAIN } from '../support/nodes/cli.js'
import {
  deadJob,
  inFile,
  liveJob,
  NIGHT,
  recordOf,
  type StoredJob,
  statesIn,
  storeJobs,
} from '../support/stored-jobs.js'

const A = deadJob({ id: 'a', accepted: NIGHT, cause: 'no room' })
const JOBS = [
  A,
  deadJob({ id: 'b', accepted: NIGHT + 1000, sender: '192.0.2.8' }),
  deadJob({
    id: 'c',
    accepted: NIGHT + 2000,
    kind: 'send',
    operation: undefined,
    to: 'http://192.0.2.9/soap',
  }),
  deadJob({ id: 'd', accepted: NIGHT + 3000, operation: '{urn:x}Other' }),
  liveJob({ id: 'w', accepted: NIGHT + 4000, state: 'waiting' }),
]

function queueOf(
  t: ExecutionContext,
  jobs: readonly StoredJob[] = JOBS,
  ...more: Parameters<typeof storeJobs>[2][]
) {
  const folder = folderOf(t, {})
  storeJobs(folder, jobs, ...more)
  const run = (...args: string[]) =>
    cli(['dead', ...args], { environment: { WAYBILL_STATE_DIR: folder } })
  return { folder, run, states: () => statesIn(folder) }
}

const ids = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id)
    .join('')

test('every filter finds its dead letters, newest first, and no job that lives', async (t) => {
  const { run } = queueOf(t)
  for (const [args, found] of [
    [[], 'dcba'],
    [['--operation', 'Record'], 'ba'],
    [['--to', '192.0.2.9'], 'c'],
    [['--sender', '192.0.2.8'], 'b'],
    [['--cause', 'room'], 'a'],
    [['--since', '2026-11-21T02:30:01Z', '--until', '2026-11-21T02:30:03'], 'cb'],
    [['--since', '2026-11-21T03:30:02+01:00'], 'dc'],
    [['a', 'b', 'w', '--sender', '192.0.2.7'], 'a'],
  ] as const) {
    const { code, out, err } = await run('ls', '--json', ...args)
    t.deepEqual([ids(out), code, err], [found, 0, ''], args.join(' '))
  }
})

test('a span is so long ago', async (t) => {
  const { run } = queueOf(t, [
    deadJob({ id: 'old', accepted: Date.now() - 3 * 3_600_000 }),
    deadJob({ id: 'new', accepted: Date.now() - 3_600_000 }),
  ])
  t.is(ids((await run('ls', '--json', '--since', '2h')).out), 'new')
  t.is(ids((await run('ls', '--json', '--until', '120m')).out), 'old')
})

test('a line of JSON has every key, null for what is not known', async (t) => {
  const { run } = queueOf(t)
  const { out } = await run('ls', '--json', 'c')
  t.deepEqual(JSON.parse(out), {
    id: 'c',
    kind: 'send',
    state: 'dead',
    operation: null,
    to: 'http://192.0.2.9/soap',
    sender: '192.0.2.7',
    messageId: null,
    keys: null,
    accepted: NIGHT + 2000,
    ended: NIGHT + 62_000,
    attempts: 2,
    cause: 'http://192.0.2.9/soap cannot be reached (ECONNREFUSED)',
  })
})

test('a table is aligned, and says when it is not all', async (t) => {
  const { run } = queueOf(t)
  const { code, out, err } = await run('ls', '--limit', '3')
  t.is(code, 0)
  t.is(
    out,
    [
      'ID  STATE  ACCEPTED              TRIES  WHAT                      SENDER     CAUSE',
      'd   dead   2026-11-21T02:30:03Z  2      Other                     192.0.2.7  http://192.0.2.9/soap cannot be reached (ECONNREFUSED)',
      'c   dead   2026-11-21T02:30:02Z  2      to http://192.0.2.9/soap  192.0.2.7  http://192.0.2.9/soap cannot be reached (ECONNREFUSED)',
      'b   dead   2026-11-21T02:30:01Z  2      Record                    192.0.2.8  http://192.0.2.9/soap cannot be reached (ECONNREFUSED)',
      '',
    ].join('\n'),
  )
  t.is(err, 'only the newest 3 are shown; see --limit\n')
})

test('business keys are shown in a table and of one job, those that are never shown are not', async (t) => {
  const keys = [
    { name: 'mrn', value: '24DE17' },
    { name: 'order', value: '42' },
    { name: 'card', hash: 'x'.repeat(22) },
  ]
  const { run } = queueOf(t, [deadJob({ id: 'a', keys }), deadJob({ id: 'b' })])
  const { out } = await run('ls')
  t.regex(out, /^ID .* WHAT +KEYS +SENDER +CAUSE$/m)
  t.regex(out, /^a .* Record +mrn=24DE17, order=42 +192\.0\.2\.7 /m)
  t.regex(out, /^b .* Record +- +192\.0\.2\.7 /m)
  const shown = await run('show', 'a')
  t.regex(shown.out, /^keys +mrn=24DE17, order=42$/m)
  t.deepEqual(JSON.parse((await run('ls', '--json')).out.split('\n')[0] ?? '').keys ?? keys, keys)
})

test('in a pipe a cause is whole, however long it is', async (t) => {
  const cause = `Error: ${'the ledger cannot be written, '.repeat(60)}as its disk is full`
  const { run } = queueOf(
    t,
    Array.from({ length: 100 }, (_, index) => deadJob({ id: `long-${index}`, cause })),
  )
  const lines = (await run('ls')).out.trimEnd().split('\n')
  t.is(lines.length, 101)
  t.true(lines.slice(1).every((line) => line.endsWith(cause)))
  t.true((await run('rm', 'long-1', '--dry-run')).out.includes(cause))
})

test('nothing found is no failure', async (t) => {
  const { run } = queueOf(t, [])
  t.deepEqual(await run('ls'), { code: 0, out: '', err: 'none\n' })
  t.deepEqual(await run('ls', '--json'), { code: 0, out: '', err: '' })
  t.deepEqual(await run('rm', '--all'), { code: 0, out: '', err: 'removed 0\n' })
})

test('control characters of a peer do not reach the terminal', async (t) => {
  const evil = 'x\u001b[2J\r\n\u0085\u202e\u2028y'
  const { run } = queueOf(t, [
    deadJob({ id: 'e', cause: evil, sender: evil, operation: evil, body: `<a>\n\t${evil}</a>` }),
  ])
  for (const args of [
    ['ls'],
    ['ls', '--json'],
    ['show', 'e', '--envelope'],
    ['rm', 'e', '--dry-run'],
  ]) {
    const { code, out } = await run(...args)
    t.is(code, 0)
    t.regex(out, /^[\n\t -~]+$/, args.join(' '))
    t.true(out.includes('\\u001b[2J'), args.join(' '))
  }
  t.is(JSON.parse((await run('ls', '--json')).out).cause, evil)
  t.is((await run('show', 'e', '--raw')).out, `<a>\n\t${evil}</a>`)
})

test('one is shown with all that is known, its history, and its envelope if asked for', async (t) => {
  const { run } = queueOf(t)
  const { code, out } = await run('show', 'a')
  t.is(code, 0)
  t.is(
    out,
    `id         a
kind       invoke
state      dead
operation  {urn:example:ledger}Record
sender     192.0.2.7
accepted   2026-11-21T02:30:00Z
ended      2026-11-21T02:31:00Z
attempts   2
cause      no room
envelope   ${A.body.length} bytes

ATTEMPT  FAILED AT             NODE              CAUSE
1        2026-11-21T02:30:00Z  urn:waybill:node  no room
2        2026-11-21T02:31:00Z  urn:waybill:node  no room
`,
  )
  const envelope = recordOf('a')
  t.is((await run('show', 'a', '--envelope')).out, `${out}\n${envelope}\n`)
  t.is((await run('show', 'a', '--raw')).out, envelope)
  const json = JSON.parse((await run('show', 'a', '--json')).out)
  t.deepEqual(json.history, A.history)
  t.false('body' in json)
  t.is(JSON.parse((await run('show', 'a', '--json', '--envelope')).out).body, envelope)
})

test('a dead letter that does not exist is reported, with an exit code', async (t) => {
  const { run } = queueOf(t)
  t.deepEqual(await run('show', 'none'), { code: 65, out: '', err: 'there is no job none\n' })
})

test('replay by ids says of each what happened', async (t) => {
  const { run, states } = queueOf(t)
  t.deepEqual(await run('replay', 'a', 'c', 'a'), {
    code: 0,
    out: 'replayed      a  Record  no room\nreplayed      c  to http://192.0.2.9/soap  http://192.0.2.9/soap cannot be reached (ECONNREFUSED)\n',
    err: 'replayed 2\n',
  })
  t.deepEqual(await run('replay', 'b', 'a', 'none', '--json'), {
    code: 65,
    out: [
      '{"id":"b","result":"done","operation":"{urn:example:ledger}Record","to":null,"sender":"192.0.2.8","cause":"http://192.0.2.9/soap cannot be reached (ECONNREFUSED)"}',
      '{"id":"a","result":"not-dead","operation":"{urn:example:ledger}Record","to":null,"sender":"192.0.2.7","cause":"no room"}',
      '{"id":"none","result":"unknown","operation":null,"to":null,"sender":null,"cause":null}',
      '',
    ].join('\n'),
    err: 'replayed 1, 1 not dead any more, 1 unknown\n',
  })
  t.deepEqual(states(), { a: 'waiting', b: 'waiting', c: 'waiting', d: 'dead', w: 'waiting' })
})

test('rm by filters removes what matches, and nothing else', async (t) => {
  const { run, states } = queueOf(t)
  const { code, out, err } = await run('rm', '--operation', 'Record')
  t.is(code, 0)
  t.regex(out, /^removed {7}b {2}Record {2}http:.*\nremoved {7}a {2}Record {2}no room\n$/)
  t.is(err, 'removed 2\n')
  t.deepEqual(states(), { c: 'dead', d: 'dead', w: 'waiting' })
})

test('a dry run says what would be done, of ids and of filters, and does nothing', async (t) => {
  const { run, states } = queueOf(t)
  const before = states()
  t.deepEqual(await run('rm', '--cause', 'room', '--dry-run'), {
    code: 0,
    out: 'would remove  a  Record  no room\n',
    err: 'would remove 1\n',
  })
  const { code, out, err } = await run('replay', '--dry-run', '--json', 'a', 'w', 'none')
  t.is(code, 65)
  t.deepEqual(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).result),
    ['would-be-done', 'not-dead', 'unknown'],
  )
  t.is(err, 'would replay 1, 1 not dead any more, 1 unknown\n')
  t.deepEqual(states(), before)
})

test('all means every page of them, each once, though some die again at once', async (t) => {
  const many = Array.from({ length: 2500 }, (_, index) =>
    deadJob({ id: `j${index}`, accepted: NIGHT + index, body: '', history: [] }),
  )
  // As if a node were there, and each failed in the same moment.
  const { folder, run } = queueOf(t, many, (database) =>
    database.exec(`
      CREATE TABLE replayed (id TEXT PRIMARY KEY, times INTEGER NOT NULL);
      CREATE TRIGGER relapse AFTER UPDATE OF state ON job
        WHEN old.state = 'dead' AND new.state = 'waiting' BEGIN
        INSERT INTO replayed VALUES (new.id, 1) ON CONFLICT DO UPDATE SET times = times + 1;
        UPDATE job SET state = 'dead', ended = new.accepted WHERE seq = new.seq;
      END
    `),
  )
  const count = (sql: string) =>
    inFile(folder, (database) => Number(database.prepare(`SELECT count(*) AS n ${sql}`).get()?.n))
  const { code, err } = await run('replay', '--all')
  t.is(code, 0)
  t.is(err, 'replayed 2500\n')
  t.is(count('FROM replayed WHERE times = 1'), 2500)
  t.is((await run('rm', '--all', '--dry-run')).err, 'would remove 2500\n')
  t.is((await run('rm', '--all', '--limit', '1200')).err, 'removed 1200\n')
  t.is(count('FROM job'), 1300)
  t.is((await run('rm', '--all')).err, 'removed 1300\n')
  t.is(count('FROM job'), 0)
})

test('a queue that fails in the middle is reported after what was done', async (t) => {
  // As if the disk were full as soon as two are gone.
  const { run, states } = queueOf(t, JOBS, (database) =>
    database.exec(`
      CREATE TRIGGER full BEFORE DELETE ON job WHEN (SELECT count(*) FROM job) <= 3 BEGIN
        SELECT RAISE(ABORT, 'the disk is full');
      END
    `),
  )
  const { code, out, err } = await run('rm', '--all')
  t.is(code, 69)
  t.is(out.split('\n').length, 3)
  t.regex(err, /^removed 2\nThe queue is not available: .*the disk is full\n$/)
  t.is(Object.keys(states()).length, 3)
})

test('without exactly one way of choosing, nothing is changed', async (t) => {
  const { run, states } = queueOf(t)
  const before = states()
  for (const args of [
    [],
    ['--limit', '5'],
    ['a', '--all'],
    ['a', '--cause', 'room'],
    ['a', '--limit', '5'],
    ['--since', '1h', '--until', '2h'],
    ['--since', '2026-02-30'],
    ['--until', '5'],
    ['--cause', 'room', '--limit', '0'],
    ['--state', 'dead'],
  ]) {
    const { code, out, err } = await run('rm', ...args)
    t.deepEqual([code, out], [64, ''], args.join(' '))
    t.regex(err, /^error: /, args.join(' '))
  }
  t.deepEqual(states(), before)
})

test('a reader that closes the pipe ends the command quietly', async (t) => {
  const { folder } = queueOf(t, [deadJob({ id: 'big', body: 'x'.repeat(1024 ** 2) })])
  const child = spawn(process.execPath, [MAIN, 'dead', 'show', 'big', '--raw'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnvironment({ WAYBILL_STATE_DIR: folder }),
  })
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  child.stdout.once('data', () => child.stdout.destroy())
  t.deepEqual(await once(child, 'close'), [74, null])
  t.is(err, '')
})

test('a queue that cannot be reached is named, with what to do', async (t) => {
  const folder = folderOf(t, {})
  const memory = await cli(['dead', 'ls', '--set', 'queue.url=memory:'], { folder })
  t.is(memory.code, 69)
  t.regex(memory.err, /^WAYBILL_NODE_UNREACHABLE: queue\.url is memory: \S.*\n {2}\S.*\n$/)
  const none = await cli(['dead', 'ls'], { folder })
  t.is(none.code, 78)
  t.deepEqual(readdirSync(folder), [], 'no queue is made by looking for one')
  t.regex(
    none.err,
    /^WAYBILL_STATE_NOT_FOUND: there is no queue at \/\S+waybill-state\/queue\.db\n {2}\S.*\n$/,
  )
})
