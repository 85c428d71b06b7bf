/** How problems are gathered, sent and sent again, by a clock of the test. */
import test from 'ava'
import { noticeText } from '../../src/operate/alerts/notice-text.js'
import { Notices } from '../../src/operate/alerts/notices.js'
import type { Problem } from '../../src/operate/problems/problem.js'
import { problemOf } from '../support/problems.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TIMES = { group: MINUTE, remind: HOUR }

const dead = (waiting: number, subject = 'a'): Problem =>
  problemOf({ name: 'dead-letters', subject, summary: `dead ${subject}`, waiting, page: '#/dead' })

const down = problemOf({ summary: 'bank is down' })

const shown = (notices: Notices, now: number) =>
  notices.due(now).map(({ state, count, title, more }) => ({ state, count, title, more }))

test('many dead letters of one cause are one alert, after the time for which they are gathered', (t) => {
  const notices = new Notices(TIMES)
  notices.begin(dead(1), 0)
  for (let at = 1; at < 1_000; at += 1) notices.goOn(dead(at + 1), at)
  t.deepEqual(shown(notices, MINUTE - 1), [])
  const [notice, ...more] = notices.due(MINUTE)
  t.deepEqual(more, [])
  t.is(notice?.state, 'firing')
  t.is(notice?.count, 1_000)
  t.deepEqual(shown(notices, 2 * MINUTE), [])
})

test('more of them are sent as reminders, each after twice the time, and only if there were more', (t) => {
  const notices = new Notices(TIMES)
  const reminders: number[] = []
  for (let at = 0; at < 72 * HOUR; at += MINUTE) {
    notices.goOn(dead(1 + Math.min(at, 40 * HOUR) / MINUTE), at)
    if (notices.due(at).length > 0) reminders.push(at / HOUR)
  }
  t.deepEqual(
    reminders.map((at) => Math.floor(at)),
    [0, 1, 3, 7, 15, 31, 55],
  )
})

test('dead letters that are gone are over, whoever has seen to them', (t) => {
  const notices = new Notices(TIMES)
  notices.begin(dead(2), 0)
  t.is(notices.due(MINUTE).length, 1)
  notices.end(dead(2), HOUR)
  t.like(notices.due(HOUR)[0], { state: 'resolved', kind: 'dead-letters' })
  t.deepEqual(shown(notices, 100 * HOUR), [])
})

test('a state is reminded of until it is over, which is sent once', (t) => {
  const notices = new Notices(TIMES)
  notices.begin(down, 0)
  t.deepEqual(shown(notices, MINUTE), [
    { state: 'firing', count: 1, title: 'bank is down', more: 0 },
  ])
  notices.goOn(down, 30 * MINUTE)
  t.deepEqual(shown(notices, 2 * HOUR), [
    { state: 'reminder', count: 1, title: 'bank is down', more: 0 },
  ])
  notices.end(down, 2 * HOUR + 1)
  t.deepEqual(shown(notices, 2 * HOUR + 1), [
    { state: 'resolved', count: 1, title: 'bank is down', more: 0 },
  ])
  t.deepEqual(shown(notices, 100 * HOUR), [])
})

test('what begins and ends again and again in a minute is one message', (t) => {
  const notices = new Notices(TIMES)
  for (let at = 0; at < MINUTE; at += 100) {
    notices.begin(down, at)
    notices.end(down, at + 50)
  }
  t.deepEqual(shown(notices, MINUTE), [
    { state: 'resolved', count: 600, title: 'bank is down', more: 0 },
  ])
})

test('a start is no message unless it lasts', (t) => {
  const notices = new Notices(TIMES)
  const starting = problemOf({ name: 'not-started', subject: undefined })
  notices.begin(starting, 0)
  notices.end(starting, 2_000)
  t.deepEqual(shown(notices, 2 * MINUTE), [])
  notices.begin(starting, 0)
  t.is(notices.due(MINUTE).length, 1)
  notices.end(starting, 2 * MINUTE)
  t.is(notices.due(2 * MINUTE)[0]?.state, 'resolved')
})

test('what a restart has ended is over for whoever was notified before it', (t) => {
  const notices = new Notices(TIMES)
  notices.end(down, 0)
  t.like(notices.due(0)[0], { state: 'resolved', kind: 'destination-down' })
})

test('any number of different problems is a few messages, and takes no more memory', (t) => {
  const notices = new Notices(TIMES)
  for (let at = 0; at < 100_000; at += 1) notices.begin(dead(1, `key ${at}`), 0)
  const sent = notices.due(MINUTE)
  t.is(sent.length, 3)
  t.is(sent.at(-1)?.more, 98)
})

test('a notice has links to the console and to what is to be done, both absolute', (t) => {
  const notices = new Notices(TIMES)
  notices.begin(problemOf({ examples: ['connect ECONNREFUSED'], since: 0, waiting: 3 }), 0)
  const [notice] = notices.due(MINUTE)
  if (!notice) return t.fail()
  const { subject, text, json } = noticeText(notice, 'urn:node', 'https://waybill.example/')
  t.is(subject, 'Alert: bank is down')
  t.is(
    text,
    [
      'Alert: bank is down [urn:node]',
      'Since 1970-01-01T00:00:00Z.',
      '- connect ECONNREFUSED',
      'Wait.',
      'https://waybill.example/#/topology',
      'https://waybill.example/incidents.html#destination-down',
    ].join('\n'),
  )
  t.like(json, {
    kind: 'destination-down',
    subject: 'bank',
    state: 'firing',
    severity: 'error',
    waiting: 3,
    link: 'https://waybill.example/#/topology',
    runbook: 'https://waybill.example/incidents.html#destination-down',
  })
  return undefined
})
