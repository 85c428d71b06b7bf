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
  t.deepEqual(pictureOf([], 1_000).boxes, [])
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

/** A way to and fro between nodes; a letter each, small ones are answers. */
function wayOf(letters: string): readonly JournalEntry[] {
  return [...letters].map((letter, index) => {
    const role = letter === letter.toLowerCase() ? 'returning' : 'intermediary'
    const event = exchange(`e${index}`, 2, { transport: 'smtp', role })
    return entry(`urn:${letter.toUpperCase()}`, 1_000 + index * 100, event)
  })
}

for (const [name, path] of [
  ['there and back', BACK],
  ['to five nodes', wayOf('ABCDE')],
  ['back to the first of four', wayOf('ABCDa')],
  ['to and fro', wayOf('ABbaABC')],
  ['several answers at one node', wayOf('ABCbbbaa')],
  ['an answer past a node in between', wayOf('ABCDbA')],
] as const) {
  for (const available of [360, 1_000, 3_000]) {
    test(`no box lies on another, and no arrow crosses one: ${name}, in ${available} pixels`, (t) => {
      const { boxes, arrows, width, height, sender } = pictureOf(hopsOf(path), available)
      t.is(boxes.length, path === BACK ? 5 : path.length)
      t.true(width <= available)
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
      for (const { points } of arrows) {
        for (const [index, [x1, y1]] of points.slice(0, -1).entries()) {
          const [x2, y2] = points[index + 1] ?? [x1, y1]
          const crossed = all.filter(
            (box) =>
              Math.max(x1, x2) > box.x &&
              Math.min(x1, x2) < box.x + box.width &&
              Math.max(y1, y2) > box.y &&
              Math.min(y1, y2) < box.y + box.height,
          )
          t.deepEqual(crossed, [])
        }
      }
    })
  }
}
