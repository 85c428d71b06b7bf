/** Tests the way of a message, as it follows from what nodes wrote down. */
import test from 'ava'
import { hopsOf, segmentsOf } from '../../console/src/pure/hops.js'
import { pictureOf } from '../../console/src/pure/picture.js'
import type { ExchangeEnded, JobSettled, NodeEvent } from '../../src/message/events/events.js'
import type { JournalEntry } from '../../src/store/journal/journal.js'

const entry = (node: string, at: number, event: NodeEvent): JournalEntry => ({
  key: `${at} ${node}`,
  at,
  node,
  event,
})
const exchange = (id: string, ms: number, more: Partial<ExchangeEnded> = {}): ExchangeEnded => ({
  event: 'exchange',
  exchange: id,
  transport: 'http',
  soap: '1.1',
  outcome: 'reply',
  ms,
  ...more,
})
const job = (
  id: string,
  attempt: number,
  ms: number,
  more: Partial<JobSettled> = {},
): JobSettled => ({
  event: 'job',
  job: id,
  exchange: id,
  kind: 'forward',
  outcome: 'done',
  attempt,
  ms,
  ...more,
})

/** Accepted by one, tried twice, by mail to two, which asks three while it waits. */
const CHAIN = [
  entry('urn:one', 1_005, exchange('e1', 5, { outcome: 'accepted', sender: 'billing' })),
  entry('urn:one', 1_110, job('e1', 1, 10, { outcome: 'retry', cause: 'refused' })),
  entry('urn:one', 2_140, job('e1', 2, 30)),
  entry('urn:three', 2_400, exchange('e3', 60, { outcome: 'fault', code: 'Client' })),
  entry(
    'urn:two',
    2_420,
    exchange('e2', 100, { transport: 'smtp', outcome: 'fault', code: 'Client' }),
  ),
]

test('the nodes stand in the order in which the message came to them', (t) => {
  t.deepEqual(
    hopsOf(CHAIN).map(({ node }) => node),
    ['urn:one', 'urn:two', 'urn:three'],
  )
})

test('each attempt is told, and how long the message had waited in the queue', (t) => {
  const [one] = hopsOf(CHAIN)
  t.is(one?.queued, 95)
  t.deepEqual(
    one?.attempts.map(({ number, job: { outcome } }) => [number, outcome]),
    [
      [1, 'retry'],
      [2, 'done'],
    ],
  )
  t.is(one?.word, 'done')
})

test('time that a node spent waiting for the next one is told as such', (t) => {
  const [, two, three] = hopsOf(CHAIN)
  t.is(two?.elsewhere, 60)
  t.is(three?.elsewhere, 0)
})

test('time in the queue stands between what was done', (t) => {
  t.deepEqual(
    segmentsOf(hopsOf(CHAIN))
      .filter(({ node }) => node === 'urn:one')
      .map(({ label, start, end, idle }) => [label, end - start, idle]),
    [
      ['received over http', 5, false],
      ['in the queue', 95, true],
      ['forward, attempt 1', 10, false],
      ['waits for its next attempt', 1_000, true],
      ['forward, attempt 2', 30, false],
    ],
  )
})

test('a mail that was refused is a stay that ended badly', (t) => {
  const [hop] = hopsOf([
    entry('urn:one', 9, {
      event: 'refused',
      transport: 'smtp',
      from: 'x@y.example',
      outcome: '550',
    }),
  ])
  t.is(hop?.tone, 'bad')
  t.is(hop?.from, 'x@y.example')
})

test('of nothing there is nothing to draw', (t) => {
  t.deepEqual(hopsOf([]), [])
  t.deepEqual(segmentsOf([]), [])
  t.deepEqual(pictureOf([], false).boxes, [])
})

const BACK = [
  ...CHAIN,
  entry(
    'urn:one',
    3_000,
    exchange('e4', 2, { transport: 'smtp', role: 'returning', answers: 'e1' }),
  ),
  entry(
    'urn:one',
    3_100,
    exchange('e5', 2, { transport: 'smtp', role: 'returning', answers: 'e1' }),
  ),
]

for (const upright of [false, true]) {
  test(`no box of the picture lies on another, ${upright ? 'upright' : 'in columns'}`, (t) => {
    const { boxes, width, height, sender } = pictureOf(hopsOf(BACK), upright)
    t.is(boxes.length, 5)
    const all = [sender, ...boxes]
    for (const [index, one] of all.entries()) {
      t.true(one.x >= 0 && one.x + one.width <= width && one.y + one.height <= height)
      for (const two of all.slice(index + 1)) {
        const apart =
          one.x + one.width <= two.x ||
          two.x + two.width <= one.x ||
          one.y + one.height <= two.y ||
          two.y + two.height <= one.y
        t.true(apart)
      }
    }
  })
}
