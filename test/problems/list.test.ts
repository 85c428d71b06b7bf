/** The list of problems: what begins and ends, since when, over a restart, and what a source that fails does to it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Log } from '../../src/base/log.js'
import { KeptProblems } from '../../src/operate/problems/kept-problems.js'
import type { FoundProblem, ProblemSource } from '../../src/operate/problems/problem.js'
import { PROBLEM_BOUNDS, ProblemList } from '../../src/operate/problems/problem-list.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { foundOf } from '../support/problems.js'
import { SILENT } from '../support/silent.js'

function listOn(
  t: ExecutionContext,
  folder: string,
  bounds = PROBLEM_BOUNDS,
  log: Pick<Log, 'warn' | 'info'> = SILENT,
) {
  const list = new ProblemList('urn:node', new KeptProblems(folder, 'all', log), log, bounds)
  const changes: string[] = []
  list.listen((state, { subject }) => {
    if (state !== 'goes-on') changes.push(`${subject} ${state}`)
  })
  t.teardown(() => list.close())
  return { list, changes }
}

/** A source that finds what a test puts into it. */
function sourceOf(found: FoundProblem[], name = 'test'): ProblemSource {
  return { name, every: 10_000, find: async () => [...found] }
}

test('a problem begins, goes on with new numbers, and ends; its moment stays', async (t) => {
  const { list, changes } = listOn(t, folderOf(t, {}))
  const found: FoundProblem[] = []
  list.use([sourceOf(found)])
  await list.look()
  t.deepEqual(list.problems, [])
  found.push(foundOf({ waiting: 1 }))
  await list.look()
  const [first] = list.problems
  t.like(first, { subject: 'bank', node: 'urn:node', waiting: 1 })
  found[0] = foundOf({ waiting: 9, since: 1 })
  await list.look()
  t.like(list.problems[0], { waiting: 9, since: first?.since })
  found.length = 0
  await list.look()
  t.deepEqual(list.problems, [])
  t.deepEqual(changes, ['bank begins', 'bank ends'])
})

test('what stops acceptance stands first, then errors, then warnings; the oldest first', async (t) => {
  const { list } = listOn(t, folderOf(t, {}))
  const all = [
    foundOf({ subject: 'warning', severity: 'warning', since: 1 }),
    foundOf({ subject: 'young', since: 3 }),
    foundOf({ subject: 'old', since: 2 }),
    foundOf({ subject: 'stops', stopsAcceptance: true, since: 4 }),
  ]
  list.use([sourceOf(all)])
  await list.look()
  t.deepEqual(
    list.problems.map(({ subject }) => subject),
    ['stops', 'old', 'young', 'warning'],
  )
})

test('a restart does not change since when a problem is there', async (t) => {
  const folder = folderOf(t, {})
  const { list } = listOn(t, folder)
  list.use([sourceOf([foundOf({ since: 1_000 })])])
  await list.look()
  await list.close()
  const { list: next, changes } = listOn(t, folder)
  const found: FoundProblem[] = []
  next.use([sourceOf(found)])
  await next.look()
  // A circuit is closed after a start, until messages have failed again.
  t.deepEqual(next.problems, [])
  found.push(foundOf({ since: 2_000 }))
  await next.look()
  t.is(next.problems[0]?.since, 1_000)
  t.deepEqual(changes, ['bank begins'])
})

test('a problem that a restart has ended is over, after a while', async (t) => {
  const folder = folderOf(t, {})
  const { list } = listOn(t, folder)
  list.use([sourceOf([foundOf({})])])
  await list.look()
  await list.close()
  const { list: next, changes } = listOn(t, folder, { ...PROBLEM_BOUNDS, found: 1 })
  next.use([sourceOf([])])
  await until(() => changes.length > 0)
  t.deepEqual(changes, ['bank ends'])
})

test('a file that is damaged is set aside, with a warning, and all else goes on', async (t) => {
  const folder = folderOf(t, { 'problems-all.json': '{"version":1,"problems":[{"name":"no' })
  const warnings: string[] = []
  const log = { info: () => undefined, warn: (_: object, text = '') => void warnings.push(text) }
  const { list } = listOn(t, folder, PROBLEM_BOUNDS, log)
  list.use([sourceOf([foundOf({})])])
  await list.look()
  await list.close()
  t.regex(warnings[0] ?? '', /was set aside/)
  t.is(warnings.length, 1)
  t.deepEqual(readdirSync(folder).toSorted(), ['problems-all.json', 'problems-all.json.damaged'])
  t.is(JSON.parse(readFileSync(join(folder, 'problems-all.json'), 'utf8')).problems.length, 1)
})

test('a file that cannot be written is logged once, and all else goes on', async (t) => {
  const file = join(folderOf(t, {}), 'file')
  writeFileSync(file, '')
  const warnings: string[] = []
  const log = { info: () => undefined, warn: (_: object, text = '') => void warnings.push(text) }
  const { list } = listOn(t, join(file, 'state'), PROBLEM_BOUNDS, log)
  const found = [foundOf({})]
  list.use([sourceOf(found)])
  await list.look()
  await until(() => warnings.some((text) => text.includes('cannot be written down')))
  found.length = 0
  await list.look()
  t.deepEqual(list.problems, [])
  await list.close()
  t.is(warnings.filter((text) => text.includes('cannot be written down')).length, 1)
})

test('a source that fails, or does not answer, keeps what it found, is logged once, and holds up no other', async (t) => {
  const warnings: object[] = []
  const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields) }
  // The deadline of a look is what is left of it.
  const bounds = { shown: 10_100 + 1_000, found: 1_000 }
  const { list } = listOn(t, folderOf(t, {}), bounds, log)
  let fails: 'no' | 'throws' | 'hangs' = 'no'
  const moody: ProblemSource = {
    name: 'moody',
    every: 10_000,
    find: async () => {
      if (fails === 'throws') throw new Error('gone')
      if (fails === 'hangs') await new Promise(() => undefined)
      return [foundOf({ subject: 'kept' })]
    },
  }
  list.use([moody, sourceOf([foundOf({})])])
  await list.look()
  for (const how of ['throws', 'hangs', 'throws'] as const) {
    fails = how
    await list.look()
    t.deepEqual(list.problems.map(({ subject }) => subject).toSorted(), ['bank', 'kept'])
  }
  t.deepEqual(
    warnings.map((fields) => ('source' in fields ? fields.source : undefined)),
    ['moody'],
  )
})

test('with other sources what those found that are gone is over, and what others found stays', async (t) => {
  const { list, changes } = listOn(t, folderOf(t, {}))
  list.use([sourceOf([foundOf({ subject: 'stays' })], 'one'), sourceOf([foundOf({})], 'two')])
  await list.look()
  list.use([sourceOf([foundOf({ subject: 'stays' })], 'one')])
  t.deepEqual(
    list.problems.map(({ subject }) => subject),
    ['stays'],
  )
  t.deepEqual(changes, ['stays begins', 'bank begins', 'bank ends'])
})

test('once it is closed nothing is over, and what the node ends with stands first', async (t) => {
  const { list, changes } = listOn(t, folderOf(t, {}))
  list.use([sourceOf([foundOf({})])])
  await list.look()
  await list.close([foundOf({ name: 'stopping', subject: undefined, stopsAcceptance: true })])
  await list.look()
  t.deepEqual(
    list.problems.map(({ name }) => name),
    ['stopping', 'destination-down'],
  )
  t.deepEqual(changes, ['bank begins'])
})
