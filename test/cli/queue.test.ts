/** `waybill queue` as a process, on the queue of a node. */
import test, { type ExecutionContext } from 'ava'
import type { JobDetail } from '../../src/queue/queue.js'
import { cli } from '../support/cli.js'
import { controlled } from '../support/desk.js'
import { deadJob, FixedDesk, NIGHT } from '../support/fixed-desk.js'
import { folderOf } from '../support/folder.js'

const JOBS = [
  deadJob({ id: 'a', accepted: NIGHT }),
  deadJob({ id: 'w', accepted: NIGHT + 1, state: 'waiting', ended: undefined, cause: undefined }),
  deadJob({ id: 'r', accepted: NIGHT + 2, state: 'running' }),
  deadJob({ id: 'l', accepted: NIGHT + 3, state: 'delayed' }),
  deadJob({ id: 'f', accepted: NIGHT + 4, state: 'done' }),
]

async function node(t: ExecutionContext, jobs: readonly JobDetail[] = JOBS) {
  const folder = folderOf(t, {})
  const desk = new FixedDesk(jobs)
  await controlled(t, folder, desk)
  const run = (...args: string[]) =>
    cli(['queue', ...args], { environment: { WAYBILL_STATE_DIR: folder } })
  return { desk, run }
}

test('stats count the jobs in each state, for people and for programs', async (t) => {
  const { run } = await node(t)
  t.deepEqual(await run('stats'), {
    code: 0,
    out: `backend       embedded, in ./waybill-state
paused        no
waiting       1
oldest waits  4m 10s
delayed       1
running       1
done          1
dead          1
`,
    err: '',
  })
  t.deepEqual(JSON.parse((await run('stats', '--json')).out), {
    backend: 'embedded, in ./waybill-state',
    paused: false,
    waiting: 1,
    delayed: 1,
    running: 1,
    done: 1,
    dead: 1,
    oldest: 250_000,
  })
})

test('an empty queue has no oldest job', async (t) => {
  const { run } = await node(t, [])
  t.notRegex((await run('stats')).out, /oldest/)
  t.is(JSON.parse((await run('stats', '--json')).out).oldest, null)
})

test('pause and resume do what they say, and say it', async (t) => {
  const { desk, run } = await node(t)
  t.deepEqual(await run('pause'), {
    code: 0,
    out: '',
    err: 'paused: no node takes jobs until waybill queue resume\n',
  })
  t.true((await desk.stats()).paused)
  t.regex((await run('stats')).out, /^paused {8}yes: no node takes jobs$/m)
  t.deepEqual(await run('resume'), { code: 0, out: '', err: 'resumed\n' })
  t.false((await desk.stats()).paused)
})

test('ls lists every job, or those in some states, or some ids', async (t) => {
  const { run } = await node(t)
  const ids = (out: string) =>
    out
      .split('\n')
      .slice(1, -1)
      .map((line) => line[0])
      .join('')
  t.is(ids((await run('ls')).out), 'flrwa')
  t.is(ids((await run('ls', '--state', 'waiting', '--state', 'delayed')).out), 'lw')
  t.is(ids((await run('ls', 'a', 'f', 'none')).out), 'fa')
  const { code, err } = await run('ls', '--state', 'gone')
  t.is(code, 64)
  t.regex(err, /expected one of waiting, delayed, running, done, dead/)
})

test('ls says of every kind of job in a few words what it does', async (t) => {
  const to = 'mailto:b@example.com'
  const { run } = await node(t, [
    deadJob({ id: 'i' }),
    deadJob({ id: 's', kind: 'send', to }),
    deadJob({ id: 'f', kind: 'forward', to, state: 'delayed' }),
    deadJob({ id: 'a', kind: 'answer' }),
    deadJob({ id: 'r', kind: 'answer', operation: undefined }),
    deadJob({ id: 'u', kind: 'unknown' }),
  ])
  const { out } = await run('ls')
  for (const [id, what] of [
    ['i', 'Record'],
    ['s', `to ${to}`],
    ['f', `to ${to}`],
    ['a', 'answer Record'],
    ['r', 'an answer'],
    ['u', 'unknown'],
  ]) {
    t.regex(out, new RegExp(`^${id} .* 2 +${what} +192`, 'm'))
  }
})
