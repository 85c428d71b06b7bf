/** `waybill serve` with a queue of its own: commands work on it, other nodes share it, watchers see whether it is ready. */
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { MIGRATIONS } from '../../src/store/queue/sqlite/schema.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { cli } from '../support/nodes/cli.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { deadJob, statesIn, storeJobs } from '../support/stored-jobs.js'
import { soap11 } from '../support/wire/envelopes.js'

/** One operation writes down which process runs it, and ends once it may; the other answers with that. */
const HELD = `import { appendFileSync, existsSync } from 'node:fs'
const here = (name) => new URL(name, import.meta.url)
export default () => ({
  operations: [{
    name: '{urn:held}Run',
    exchange: 'one-way',
    async invoke() {
      appendFileSync(here('./runs'), process.pid + '\\n')
      while (!existsSync(here('./release'))) await new Promise((resolve) => setTimeout(resolve, 10))
    },
  }, {
    name: '{urn:held}Fail',
    exchange: 'one-way',
    invoke() {
      throw new TypeError('the ledger /var/lib/ledger.jsonl cannot be written: its disk is full since midnight')
    },
  }, {
    name: '{urn:held}Ask',
    dispatch: 'queue',
    invoke: () => ({ by: String(process.pid) }),
  }],
})
`

function folderWith(t: ExecutionContext): { readonly folder: string; readonly state: string } {
  const folder = folderOf(t, { 'held.mjs': HELD, 'w.yaml': 'plugins: [./held.mjs]\n' })
  return { folder, state: join(folder, 'state') }
}

async function nodeOn(
  t: ExecutionContext,
  { folder, state }: ReturnType<typeof folderWith>,
  settings: readonly string[] = [],
): Promise<RunningDaemon> {
  const daemon = await startDaemon(
    [`stateDir=${state}`, ...settings],
    ['--config', join(folder, 'w.yaml')],
  )
  t.teardown(() => daemon.process.kill('SIGKILL'))
  return daemon
}

const queue = (state: string, ...args: string[]) =>
  cli(['queue', ...args], { environment: { WAYBILL_STATE_DIR: state } })

async function statsOf(state: string): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse((await queue(state, 'stats', '--json')).out)
}

async function run(t: ExecutionContext, { url }: RunningDaemon): Promise<void> {
  const body = soap11('<h:Run xmlns:h="urn:held"/>')
  const answer = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'text/xml' } })
  t.is(answer.status, 202)
}

/** Pids of the processes that have run the operation, in their order. */
function runsIn(folder: string): readonly number[] {
  try {
    return readFileSync(join(folder, 'runs'), 'utf8').trimEnd().split('\n').map(Number)
  } catch {
    return []
  }
}

const locksIn = (state: string) => readdirSync(join(state, 'processes'))
const release = (folder: string) => writeFileSync(join(folder, 'release'), '')

function serveOn(state: string, ...settings: readonly string[]) {
  const all = [
    'http.port=0',
    'admin.port=0',
    'smtp.enabled=false',
    `stateDir=${state}`,
    ...settings,
  ]
  return cli(['serve', ...all.flatMap((setting) => ['--set', setting])])
}

test('commands work on the queue while the node runs, and when it has stopped', async (t) => {
  const folders = folderWith(t)
  const daemon = await nodeOn(t, folders)
  t.is((await queue(folders.state, 'pause')).code, 0)
  await run(t, daemon)
  t.like(await statsOf(folders.state), { paused: true, waiting: 1, running: 0 })
  t.deepEqual(runsIn(folders.folder), [])
  t.is((await queue(folders.state, 'resume')).code, 0)
  release(folders.folder)
  await until(() => statesEnded(folders.state, 'done', 1))
  t.is(await daemon.stop(), 0)
  t.like(await statsOf(folders.state), { paused: false, waiting: 0, done: 1 })
  t.deepEqual(locksIn(folders.state), [])
})

function statesEnded(state: string, which: string, count: number): boolean {
  return Object.values(statesIn(state)).filter((one) => one === which).length === count
}

test('a dead letter that is replayed by a command is run by the node', async (t) => {
  const folders = folderWith(t)
  const body = soap11('<h:Run xmlns:h="urn:held"/>')
  storeJobs(folders.state, [deadJob({ id: 'a', body, operation: '{urn:held}Run' })])
  release(folders.folder)
  await nodeOn(t, folders)
  const { code } = await cli(['dead', 'replay', 'a'], {
    environment: { WAYBILL_STATE_DIR: folders.state },
  })
  t.is(code, 0)
  await until(() => statesEnded(folders.state, 'done', 1))
  t.is(runsIn(folders.folder).length, 1)
})

test('two nodes on one folder share the work', async (t) => {
  const folders = folderWith(t)
  const first = await nodeOn(t, folders, ['queue.concurrency=1'])
  const second = await nodeOn(t, folders, ['queue.concurrency=1'])
  t.is(locksIn(folders.state).length, 2)
  // Each runs one of them, since none is done before both are begun.
  await run(t, first)
  await run(t, first)
  await until(() => runsIn(folders.folder).length === 2)
  t.deepEqual(new Set(runsIn(folders.folder)), new Set([first.process.pid, second.process.pid]))
  release(folders.folder)
  await until(() => statesEnded(folders.state, 'done', 2))
  t.is(await first.stop(), 0)
  await run(t, second)
  await until(() => statesEnded(folders.state, 'done', 3))
})

test('what a listener takes a worker on the same folder runs, and its caller has the answer', async (t) => {
  const folders = folderWith(t)
  const listener = await nodeOn(t, folders, ['node.role=listener'])
  const worker = await startDaemon(
    [`stateDir=${folders.state}`, 'node.role=worker'],
    ['--config', join(folders.folder, 'w.yaml')],
    'working',
  )
  t.teardown(() => worker.process.kill('SIGKILL'))
  const answer = await fetch(listener.url, {
    method: 'POST',
    body: soap11('<h:Ask xmlns:h="urn:held"/>'),
    headers: { 'Content-Type': 'text/xml' },
  })
  t.is(answer.status, 200)
  t.true((await answer.text()).includes(`:by>${worker.process.pid}<`))
})

test('a second node on the same port exits, and the first one still works', async (t) => {
  const folders = folderWith(t)
  const first = await nodeOn(t, folders)
  const second = await serveOn(folders.state, `http.port=${first.port}`)
  t.is(second.code, 69)
  t.regex(second.err, /^WAYBILL_ADDRESS_IN_USE: \S.*\n {2}\S.*\n$/)
  t.is(locksIn(folders.state).length, 1)
  release(folders.folder)
  await run(t, first)
  await until(() => statesEnded(folders.state, 'done', 1))
})

test('what a killed node had begun is run by the next, which tidies its lock away', async (t) => {
  const folders = folderWith(t)
  const first = await nodeOn(t, folders)
  await run(t, first)
  await until(() => runsIn(folders.folder).length === 1)
  first.process.kill('SIGKILL')
  await first.ended()
  const [left] = locksIn(folders.state)
  t.truthy(left)
  release(folders.folder)
  const second = await nodeOn(t, folders)
  await second.logged(({ msg }) => msg === 'jobs of a process that has crashed run again')
  const locks = locksIn(folders.state)
  t.is(locks.length, 1)
  t.not(locks[0], left)
  await until(() => statesEnded(folders.state, 'done', 1))
  t.deepEqual(runsIn(folders.folder), [first.process.pid, second.process.pid])
})

test('a backup that is made while the node runs has every job, and is whole', async (t) => {
  const folders = folderWith(t)
  const daemon = await nodeOn(t, folders, ['queue.concurrency=1'])
  for (let count = 0; count < 5; count += 1) await run(t, daemon)
  await until(() => runsIn(folders.folder).length === 1)
  const file = join(folders.folder, 'restored', 'queue.db')
  mkdirSync(dirname(file))
  t.is((await queue(folders.state, 'backup', file)).code, 0)
  t.is((await queue(dirname(file), 'check')).code, 0)
  t.like(await statsOf(dirname(file)), { waiting: 4, running: 1 })
  daemon.process.kill('SIGKILL')
  await daemon.ended()
  // In the place of the queue, it goes on with what the backup found.
  release(folders.folder)
  const restored = await nodeOn(t, { folder: folders.folder, state: dirname(file) })
  await until(() => statesEnded(dirname(file), 'done', 5))
  t.is(await restored.stop(), 0)
})

test('what is kept is for the user of the node only', async (t) => {
  const folders = folderWith(t)
  await nodeOn(t, folders)
  const modeOf = (...path: string[]) => statSync(join(folders.state, ...path)).mode & 0o777
  t.is(modeOf(), 0o700)
  t.is(modeOf('processes'), 0o700)
  for (const name of readdirSync(folders.state)) {
    if (name.startsWith('queue.db')) t.is(modeOf(name), 0o600, name)
  }
  t.is(modeOf('processes', locksIn(folders.state)[0] ?? ''), 0o600)
})

for (const [what, file] of [
  ['journal', 'journal/00000001.log'],
  ['queue/PG_VERSION', 'queue/PG_VERSION'],
] as const) {
  test(`a folder of version 0.1 with ${what} is left as it is`, async (t) => {
    const state = folderOf(t, { [file]: '16\n' })
    const { code, err } = await serveOn(state)
    t.is(code, 65)
    t.true(
      err.startsWith(`WAYBILL_QUEUE_FOREIGN: ${state} holds the queue of version 0.1 (${what})\n`),
      err,
    )
    t.regex(err, /Dead letters are not taken over, and stay where they are: .*waybill dead replay/)
    const left = readdirSync(state).filter((name) => name !== 'admin.token')
    t.deepEqual(left, [dirname(file)])
  })
}

test('a file that something else has written is left as it is', async (t) => {
  const state = folderOf(t, {
    'queue.db': 'no database, but longer than the head of one: '.repeat(9),
  })
  const before = readFileSync(join(state, 'queue.db'), 'utf8')
  const { code, err } = await serveOn(state)
  t.is(code, 74)
  t.regex(err, /^WAYBILL_QUEUE_DAMAGED: \S+queue\.db is damaged: \S/)
  t.is(readFileSync(join(state, 'queue.db'), 'utf8'), before)
})

for (const [what, change, why] of [
  [
    'a newer version',
    'PRAGMA user_version = 99',
    `is of a newer version of Waybill (99; this one reads ${MIGRATIONS.length})`,
  ],
  ['another program', 'PRAGMA application_id = 7', 'was not written by Waybill'],
] as const) {
  test(`a file of ${what} is left as it is, by the node and by commands`, async (t) => {
    const state = folderOf(t, {})
    storeJobs(state, [deadJob({ id: 'a' })], (database) => database.exec(change))
    for (const { code, err } of [await serveOn(state), await queue(state, 'stats')]) {
      t.is(code, 65)
      t.true(err.startsWith(`WAYBILL_QUEUE_FOREIGN: ${join(state, 'queue.db')} ${why}\n`), err)
    }
  })
}

const othersFile = async (t: ExecutionContext) => {
  const state = folderOf(t, {})
  storeJobs(state, [deadJob({ id: 'a' })])
  chownSync(join(state, 'queue.db'), 1000, 1000)
  for (const { code, err } of [await serveOn(state), await queue(state, 'stats')]) {
    t.is(code, 77)
    t.regex(err, /^WAYBILL_STATE_REFUSED: \S+queue\.db belongs to the user with the id 1000, and/)
  }
}
const refused = 'a file of another user is refused, by the node and by commands'
if (process.getuid?.() === 0) test(refused, othersFile)
else test.skip(`${refused} (skipped: only root can give a file away)`, othersFile)

test('it is alive and ready once it listens', async (t) => {
  const daemon = await nodeOn(t, folderWith(t))
  t.is((await daemon.admin('/health/live')).status, 200)
  const ready = await daemon.admin('/health/ready')
  t.is(ready.status, 200)
  t.like(await ready.json(), { ready: true })
})

test('the cause of a dead letter is what the operation threw, and waybill find tells it too', async (t) => {
  const folders = folderWith(t)
  const daemon = await nodeOn(t, folders, ['queue.retry.attempts=1'])
  const sent = await cli(['call', daemon.url, '{urn:held}Fail', '--message-id', 'urn:uuid:1'])
  const [, trace = ''] = /^accepted\ntrace=(\S+)\n$/.exec(sent.out) ?? []
  const { job } = await daemon.logged(({ event, outcome }) => event === 'job' && outcome === 'dead')
  await until(async () => (await statsOf(folders.state)).dead === 1)
  const cause =
    'TypeError: the ledger /var/lib/ledger.jsonl cannot be written: its disk is full since midnight'
  const environment = { WAYBILL_STATE_DIR: folders.state }
  t.true((await cli(['dead', 'ls'], { environment })).out.trimEnd().endsWith(cause))
  for (const id of ['urn:uuid:1', trace]) {
    const found = await cli(['find', id, '--json'], { environment })
    const lines = found.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    t.like(
      lines.find((line) => line.found === 'job'),
      { id: job, state: 'dead', cause },
    )
  }
})
