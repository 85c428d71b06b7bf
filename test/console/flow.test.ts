/** Tests what is told of the flow of a node, and in which words. */
import test from 'ava'
import { backlogNote, last, sumsOf } from '../../console/src/pure/flow.js'
import { share, size, span, utc } from '../../console/src/pure/text.js'
import type { FlowLine } from '../../src/operate/admin/api.js'

const line = (count: readonly number[], failed: readonly number[]): FlowLine => ({
  transport: 'http',
  operation: undefined,
  count,
  failed,
  clientFaults: failed.map((number) => Math.min(number, 1)),
  serverFaults: failed.map((number) => number - Math.min(number, 1)),
  p50: count.map((number) => (number === 0 ? null : number)),
  p95: count.map((number) => (number === 0 ? null : number * 5)),
  p99: count.map((number) => (number === 0 ? null : number * 10)),
})
test('jobs that wait for their next attempt are not nothing', (t) => {
  t.is(backlogNote({ oldest: undefined, delayed: 36 }), 'wait for their next attempt')
  t.is(backlogNote({ oldest: undefined, delayed: 0 }), 'nothing waits')
  t.is(backlogNote({ oldest: 4000, delayed: 36 }), 'oldest 4.00 s')
})

test('counts are added, of durations the middle is weighted and the highest taken', (t) => {
  const sums = sumsOf([line([1, 0], [0, 0]), line([3, 0], [1, 0])])
  t.deepEqual(sums.count, [4, 0])
  t.deepEqual(sums.failed, [1, 0])
  t.deepEqual(
    [sums.clientFaults, sums.serverFaults],
    [
      [1, 0],
      [0, 0],
    ],
  )
  t.deepEqual(sums.p95, [15, null])
  t.deepEqual(sums.p50, [2.5, null])
  t.deepEqual(sums.p99, [30, null])
})

test('the last minute has as many steps as it takes, one at least', (t) => {
  t.deepEqual(last([1, 2, 3, 4], 30_000, 60_000), [3, 4])
  t.deepEqual(last([1, 2], 600_000, 60_000), [2])
})

test('spans, sizes and shares are told in words that are not zero unless they are', (t) => {
  t.deepEqual([0.42, 842, 1_240, 192_000, 7_500_000, 353_000_000, null].map(span), [
    '0.4 ms',
    '842 ms',
    '1.24 s',
    '3 min 12 s',
    '2 h 5 min',
    '4 d 2 h',
    '–',
  ])
  t.deepEqual([640, 12_800, 3_250_586].map(size), ['640 B', '12.5 KiB', '3.1 MiB'])
  t.deepEqual([share(0, 10), share(1, 100_000), share(1, 10)], ['0 %', '< 0.1 %', '10 %'])
  t.is(utc(0), '1970-01-01T00:00:00.000Z')
})
