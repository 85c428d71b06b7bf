/** Progress and colours: on a terminal, and nowhere else. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { progressLine } from '../../src/cli/command/progress.js'
import { folderOf } from '../support/folder.js'
import { cliProcess } from '../support/nodes/cli.js'
import { deadJob, NIGHT, storeJobs } from '../support/stored-jobs.js'
import { onTerminal } from '../support/terminal.js'

/** Time goes a thousand times as fast for the command, so that little work takes long. */
const FAST =
  'import { isMainThread } from "node:worker_threads"; const real = performance.now.bind(performance); if (isMainThread) performance.now = () => real() * 1000'
const HURRIED = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(FAST)}` }

const ESCAPE = '\u001b'

const MANY = Array.from({ length: 20 }, (_, index) =>
  deadJob({ id: `job-${index}`, accepted: NIGHT + index }),
)

test('a line tells how far the work is, how fast it goes, and what is left', (t) => {
  const options = { what: 'replayed', total: 2000 }
  t.is(progressLine(options, 500, 10_000), 'replayed 500 of 2000 (25 %), 50/s, 30s left')
  t.is(progressLine(options, 0, 1_000), 'replayed 0 of 2000 (0 %)')
  t.is(progressLine(options, 2000, 1_000), 'replayed 2000 of 2000 (100 %), 2000/s, 0s left')
  t.is(progressLine({ what: 'written' }, 7, 2_000), 'written 7, 3.5/s, 2s')
  t.is(progressLine({ what: 'checking the queue' }, 0, 65_000), 'checking the queue, 1m 5s')
  // Somebody else added more meanwhile.
  t.is(progressLine({ what: 'removed', total: 5 }, 6, 1_000), 'removed 6, 6.0/s, 1s')
})

test('bulk work shows on a terminal how far it is, and takes the line away at its end', async (t) => {
  const stateDir = folderOf(t, {})
  storeJobs(stateDir, MANY)
  const out = join(stateDir, 'out.txt')
  const environment = { ...HURRIED, WAYBILL_STATE_DIR: stateDir }
  const terminal = onTerminal(['dead', 'replay', '--all'], environment, `>'${out}'`)
  t.teardown(() => terminal.process.kill('SIGKILL'))
  await terminal.shown(/replayed \d+ of 20 \(\d+ %\)/)
  const { code, text } = await terminal.ended()
  t.is(code, 0)
  t.is(readFileSync(out, 'utf8').split('\n').length, 21)
  t.false(readFileSync(out, 'utf8').includes(ESCAPE))
  t.false(readFileSync(out, 'utf8').includes('of 20'))
  // Cursor to the first column, the rest of the line cleared, and then the sum.
  t.true(text.endsWith(`${ESCAPE}[1G${ESCAPE}[2Kreplayed 20\r\n`))
})

for (const [what, redirect, json] of [
  ['in a pipe', '', false],
  ['for programs, on a terminal', '>/dev/null', true],
] as const) {
  test(`no progress is told ${what}`, async (t) => {
    const environment = { ...HURRIED, WAYBILL_STATE_DIR: folderOf(t, {}) }
    storeJobs(environment.WAYBILL_STATE_DIR, MANY)
    const args = ['dead', 'replay', '--all', ...(json ? ['--json'] : [])]
    const { code, text } = json
      ? await onTerminal(args, environment, redirect).ended()
      : await cliProcess(args, { environment }).then((one) => ({ ...one, text: one.err }))
    t.is(code, 0)
    t.is(text.replaceAll('\r', ''), 'replayed 20\n')
  })
}

const BOLD = `${ESCAPE}[1m`
const CHECK = ['queue', 'ls'] as const

for (const [what, environment, pipe, terminal] of [
  ['nothing is said', {}, false, true],
  ['NO_COLOR is set', { NO_COLOR: '1' }, false, false],
  ['FORCE_COLOR is set', { FORCE_COLOR: '1' }, true, true],
] as const) {
  test(`colours, where ${what}: ${pipe ? '' : 'not '}in pipes, ${terminal ? '' : 'not '}on a terminal`, async (t) => {
    const stateDir = folderOf(t, {})
    storeJobs(stateDir, MANY)
    const all = { ...environment, WAYBILL_STATE_DIR: stateDir }
    const onOne = await onTerminal(CHECK, all).ended()
    t.is(onOne.text.includes(BOLD), terminal)
    const piped = await cliProcess(CHECK, { environment: all })
    t.is(piped.out.includes(BOLD), pipe)
    t.deepEqual([onOne.code, piped.code], [0, 0])
  })
}

test('JSON has no colours, whatever is asked for', async (t) => {
  const stateDir = folderOf(t, {})
  storeJobs(stateDir, MANY)
  const all = { FORCE_COLOR: '1', WAYBILL_STATE_DIR: stateDir }
  const { code, text } = await onTerminal([...CHECK, '--json'], all).ended()
  t.is(code, 0)
  t.false(text.includes(ESCAPE))
})
