/** What becomes of jobs that are due when the clock of the machine is set. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { followClock, isClockSet } from '../../src/store/queue/sqlite/clock.js'
import { openDatabase } from '../../src/store/queue/sqlite/database.js'
import { Transaction } from '../../src/store/queue/sqlite/transaction.js'
import { databasePaths } from '../../src/store/sqlite/database-folder.js'
import { folderOf } from '../support/folder.js'
import { liveJob, storeJobs } from '../support/stored-jobs.js'

const SUPPORT = new URL('../support/', import.meta.url)
const RETRYING = fileURLToPath(new URL('retrying-process.js', SUPPORT))

const STARTED = 1_700_000_000_000
const HOUR = 3_600_000

/** Loaded first into a process and its threads: its clock is set back by an hour once a file is there. */
const CLOCK = `
  const { existsSync } = require('node:fs')
  const real = Date.now
  Date.now = () => real() - (existsSync(process.env.SET_BACK) ? ${HOUR} : 0)
`

test('a retry comes when it was to come, though the clock is set back by an hour meanwhile', async (t) => {
  const folder = folderOf(t, { 'clock.cjs': CLOCK })
  const file = join(folder, 'set-back')
  const clock = join(folder, 'clock.cjs')
  const child = spawn(process.execPath, ['--require', clock, RETRYING, folder, '3000'], {
    env: { ...process.env, SET_BACK: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const warnings = new Set<string>()
  let rest = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    rest += chunk
    for (const line of rest.split('\n')) warnings.add(line)
    if (warnings.has('delayed')) writeFileSync(file, '')
    if (warnings.has('ended')) break
  }
  t.true(warnings.has('attempt 2'))
  t.true(warnings.has('ended'))
})

function stored(t: ExecutionContext) {
  const folder = folderOf(t, {})
  storeJobs(folder, [liveJob({ id: 'job', state: 'delayed', accepted: STARTED })])
  const database = openDatabase(databasePaths(folder).file)
  t.teardown(() => database.close())
  const tx = new Transaction(database)
  const due = () => Number(tx.sql(`SELECT due FROM job`).get()?.due)
  return { tx, due, before: due() }
}

test('what is due is moved once, by as much as the clock was set back', (t) => {
  const { tx, due, before } = stored(t)
  t.is(followClock(tx, STARTED), 0)
  t.is(due(), before)
  t.true(isClockSet(tx, STARTED - HOUR))
  t.is(followClock(tx, STARTED - HOUR), HOUR)
  t.is(due(), before - HOUR)
  // Another process sees the same.
  t.false(isClockSet(tx, STARTED - HOUR + 20))
  t.is(followClock(tx, STARTED - HOUR + 20), 0)
  t.is(due(), before - HOUR)
})

test('nothing is moved where the clock was set forward, or the machine was started again', (t) => {
  const { tx, due, before } = stored(t)
  followClock(tx, STARTED)
  t.true(isClockSet(tx, STARTED + HOUR))
  t.is(followClock(tx, STARTED + HOUR), 0)
  t.is(due(), before)
  t.false(isClockSet(tx, STARTED + HOUR))
})
