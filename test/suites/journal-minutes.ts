/** The contract of the counts by the minute that journals keep: one suite that every implementation is held to. */
import test, { type ExecutionContext } from 'ava'
import type { Journal } from '../../src/store/journal/journal.js'
import type {
  MinuteLine,
  MinuteRecord,
  MinuteStore,
  MinuteWindow,
} from '../../src/store/journal/minutes/minutes.js'
import type { JournalKind, JournalStore, JournalTestOptions } from './journal.js'

const MINUTE = 60_000
/** Minute that the records begin with: whatever the day is, it lies in no summer time. */
const FIRST = 29_000_000

const line = (more: Partial<MinuteLine> = {}): MinuteLine => ({
  transport: 'http',
  operation: '{urn:x}Add',
  done: 1,
  clientFault: 0,
  serverFault: 0,
  refused: 0,
  times: [[10, 1]],
  ...more,
})

const record = (minute: number, more: Partial<MinuteRecord> = {}): MinuteRecord => ({
  minute: FIRST + minute,
  waiting: 0,
  lines: [line()],
  marks: [],
  ...more,
})

const windowOf = (steps: number, minutes = 1): MinuteWindow => ({
  from: FIRST * MINUTE,
  step: minutes * MINUTE,
  steps,
})

export function minutesContract(kind: JournalKind): void {
  const opened = async (t: ExecutionContext, store: JournalStore, options?: JournalTestOptions) => {
    const journal = await store.open(options)
    t.teardown(() => journal.close())
    return { journal, minutes: minutesOf(journal) }
  }
  const minutes = async (t: ExecutionContext, options?: JournalTestOptions) =>
    (await opened(t, await kind.store(t), options)).minutes

  test(`${kind.name}: minutes are added up by the steps of a window, each with its times`, async (t) => {
    const kept = await minutes(t)
    kept.keep(record(0, { waiting: 3 }))
    kept.keep(
      record(1, {
        waiting: 1,
        lines: [
          line({
            done: 4,
            clientFault: 2,
            serverFault: 1,
            refused: 3,
            times: [
              [10, 5],
              [40, 1],
            ],
          }),
          line({ transport: 'queue', operation: '', times: [] }),
        ],
      }),
    )
    // A minute without messages, and one in which the queue did not answer.
    kept.keep(record(3, { lines: [], waiting: null }))
    kept.keep(record(4))
    const { lines, waiting, marks } = await kept.read(windowOf(3, 2), 10)
    t.deepEqual(waiting, [3, null, 0])
    t.deepEqual(marks, [])
    t.deepEqual(
      lines.map(({ transport, operation }) => [transport, operation]),
      [
        ['http', '{urn:x}Add'],
        ['queue', ''],
      ],
    )
    const [add, queue] = lines
    t.like(add, {
      done: [5, 0, 1],
      clientFault: [2, 0, 0],
      serverFault: [1, 0, 0],
      refused: [3, 0, 0],
    })
    t.deepEqual(add?.times, [
      [
        [10, 6],
        [40, 1],
      ],
      [],
      [[10, 1]],
    ])
    t.deepEqual(queue?.done, [1, 0, 0])
  })

  test(`${kind.name}: the busiest lines are read, and none from outside the window`, async (t) => {
    const kept = await minutes(t)
    kept.keep(record(-1, { lines: [line({ operation: 'before', done: 100 })] }))
    kept.keep(
      record(0, {
        lines: [line({ operation: 'few' }), line({ operation: 'many', done: 9 })],
      }),
    )
    kept.keep(record(1, { lines: [line({ operation: 'after', done: 100 })] }))
    const { lines } = await kept.read(windowOf(1), 1)
    t.deepEqual(
      lines.map(({ operation }) => operation),
      ['many'],
    )
  })

  test(`${kind.name}: a minute that comes twice, as after a restart or a clock that is set back, is added`, async (t) => {
    const kept = await minutes(t)
    for (const one of [record(5), record(0), record(0), record(5)]) kept.keep(one)
    const { lines } = await kept.read(windowOf(6), 10)
    t.deepEqual(lines[0]?.done, [2, 0, 0, 0, 0, 2])
  })

  test(`${kind.name}: marks are read in their order, within the window only`, async (t) => {
    const kept = await minutes(t)
    const mark = (at: number, kindOf: 'start' | 'reload' | 'stop', text = '') => ({
      at: (FIRST + at) * MINUTE + 1,
      kind: kindOf,
      text,
    })
    kept.keep(record(2, { marks: [mark(2, 'reload', 'routes, destinations.ledger')] }))
    kept.keep(record(-2, { marks: [mark(-2, 'start')] }))
    // Counted with the minute before the one of its mark.
    kept.keep(record(-1, { marks: [mark(0, 'start', '0.2.0')] }))
    const { marks } = await kept.read(windowOf(3), 10)
    t.deepEqual(marks, [
      mark(0, 'start', '0.2.0'),
      mark(2, 'reload', 'routes, destinations.ledger'),
    ])
  })

  test(`${kind.name}: many minutes are read whole`, async (t) => {
    const kept = await minutes(t)
    for (let minute = 0; minute < 2_000; minute++) {
      kept.keep(record(minute))
      // No more wait than those of a day.
      if (minute % 1_000 === 999) await kept.read(windowOf(1), 1)
    }
    const { lines } = await kept.read(windowOf(4, 500), 10)
    t.deepEqual(lines[0]?.done, [500, 500, 500, 500])
  })

  test(`${kind.name}: beyond the bounds the oldest minutes go first`, async (t) => {
    const few = await minutes(t, { minutes: { records: 10, bytes: 1024 ** 2 } })
    for (let minute = 0; minute < 25; minute++) few.keep(record(minute))
    const { lines } = await few.read(windowOf(25), 10)
    t.deepEqual(lines[0]?.done, [
      ...new Array<number>(15).fill(0),
      ...new Array<number>(10).fill(1),
    ])

    const small = await minutes(t, { minutes: { records: 1e6, bytes: 20_000 } })
    for (let minute = 0; minute < 1_000; minute++) small.keep(record(minute))
    const [read] = (await small.read(windowOf(1_000), 10)).lines
    const done = read?.done ?? []
    const first = done.indexOf(1)
    t.true(first > 500 && first < 1_000, `${first}`)
    t.true(done.slice(first).every((count) => count === 1))
  })

  if (kind.cannot.outlive === undefined) {
    test(`${kind.name}: minutes outlive the process, and those of each node are its own`, async (t) => {
      const store = await kind.store(t)
      const before = await store.open({ node: 'urn:one' })
      minutesOf(before).keep(record(0))
      await before.close()
      const { minutes: one } = await opened(t, store, { node: 'urn:one' })
      const { minutes: two } = await opened(t, store, { node: 'urn:two' })
      one.keep(record(0))
      two.keep(record(0, { lines: [line({ done: 7 })] }))
      t.deepEqual((await one.read(windowOf(1), 10)).lines[0]?.done, [2])
      t.deepEqual((await two.read(windowOf(1), 10)).lines[0]?.done, [7])
    })
  }
}

function minutesOf({ minutes }: Journal): MinuteStore {
  if (!minutes) throw new Error('this journal keeps no minutes')
  return minutes
}
