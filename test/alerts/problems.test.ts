/** How problems are gathered, told and told again, by a clock of the test. */
import test from 'ava'
import type { JobSettled } from '../../src/message/events/events.js'
import type { Sighting } from '../../src/operate/alerts/problem.js'
import { sightingIn } from '../../src/operate/alerts/problem-events.js'
import { Problems } from '../../src/operate/alerts/problems.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TIMES = { group: MINUTE, remind: HOUR }

const seen = (key = 'a', kind: Sighting['kind'] = 'dead-letter'): Sighting => ({
  kind,
  key,
  title: `problem ${key}`,
  example: 'x',
  page: '#/dead',
})

const shown = (problems: Problems, now: number) =>
  problems.due(now).map(({ state, count, title, more }) => ({ state, count, title, more }))

test('many dead letters of one kind are one alert, after the time for which they are gathered', (t) => {
  const problems = new Problems(TIMES)
  for (let at = 0; at < 1_000; at += 1) problems.see(seen(), at)
  t.deepEqual(shown(problems, MINUTE - 1), [])
  const [notice, ...more] = problems.due(MINUTE)
  t.deepEqual(more, [])
  t.is(notice?.state, 'firing')
  t.is(notice?.count, 1_000)
  t.is(notice?.examples.length, 5)
  t.deepEqual(shown(problems, 2 * MINUTE), [])
})

test('more of them are told as reminders, each after twice the time, and only if there were more', (t) => {
  const problems = new Problems(TIMES)
  const reminders: number[] = []
  for (let at = 0; at < 72 * HOUR; at += MINUTE) {
    if (at < 40 * HOUR) problems.see(seen(), at)
    if (problems.due(at).length > 0) reminders.push(at / HOUR)
  }
  t.deepEqual(
    reminders.map((at) => Math.floor(at)),
    [0, 1, 3, 7, 15, 31, 55],
  )
})

test('a state is reminded of until it is over, which is told once', (t) => {
  const problems = new Problems(TIMES)
  problems.hold(seen('b', 'breaker'), 0)
  t.deepEqual(shown(problems, MINUTE), [{ state: 'firing', count: 1, title: 'problem b', more: 0 }])
  problems.hold(seen('b', 'breaker'), 30 * MINUTE)
  t.deepEqual(shown(problems, 2 * HOUR), [
    { state: 'reminder', count: 1, title: 'problem b', more: 0 },
  ])
  problems.resolve((key) => key === 'b', 2 * HOUR + 1)
  t.deepEqual(shown(problems, 2 * HOUR + 1), [
    { state: 'resolved', count: 1, title: 'problem b', more: 0 },
  ])
  t.deepEqual(shown(problems, 100 * HOUR), [])
})

test('what begins and ends again and again in a minute is one message', (t) => {
  const problems = new Problems(TIMES)
  for (let at = 0; at < MINUTE; at += 100) {
    problems.see(seen('b', 'breaker'), at)
    problems.resolve((key) => key === 'b', at + 50)
  }
  t.deepEqual(shown(problems, MINUTE), [
    { state: 'resolved', count: 600, title: 'problem b', more: 0 },
  ])
})

test('any number of different problems is a few messages, and takes no more memory', (t) => {
  const problems = new Problems(TIMES)
  for (let at = 0; at < 100_000; at += 1) problems.see(seen(`key ${at}`), 0)
  const notices = problems.due(MINUTE)
  t.is(notices.length, 3)
  t.is(notices.at(-1)?.more, 98)
})

const dead = (more: Partial<JobSettled>): JobSettled => ({
  event: 'job',
  job: 'j',
  kind: 'forward',
  outcome: 'dead',
  exchange: 'e',
  ms: 1,
  ...more,
})

const keyOf = (event: JobSettled) => {
  const found = sightingIn(event)
  return found && 'seen' in found ? found.seen.key : undefined
}

test('dead letters with causes that differ in numbers and quotations are the same problem', (t) => {
  const one = keyOf(dead({ cause: 'Error: order 4711 of "Ada" at 10.0.0.1:80 failed' }))
  t.is(keyOf(dead({ cause: 'Error: order 9 of "Bob" at 10.0.0.2:8080 failed' })), one)
  t.not(keyOf(dead({ cause: 'Error: refused' })), one)
  t.not(keyOf(dead({ cause: 'Error: order 4711 of "Ada" at 10.0.0.1:80 failed', to: 'x' })), one)
  t.is(keyOf(dead({ outcome: 'retry' })), undefined)
})

test('an alert has no password of a URL, no control characters and no long text', (t) => {
  const found = sightingIn(
    dead({ to: 'http://ada:secret@b.example/', cause: `\u001b[31m${'x'.repeat(10_000)}` }),
  )
  const text = JSON.stringify(found)
  t.false(text.includes('secret'))
  t.true(found !== undefined && 'seen' in found && found.seen.example.length < 500)
  t.false(found !== undefined && 'seen' in found && found.seen.example.includes('\u001b'))
})
