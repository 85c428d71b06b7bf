/** Slices: long work of any number of messages takes one slice of a turn of the event loop, and ends with its signal. */
import { setImmediate } from 'node:timers/promises'
import test from 'ava'
import { type Portions, Slices } from '../../src/base/slices.js'

const forEver = new AbortController().signal

/** A clock that is one millisecond later whenever somebody looks at it. */
function clock(): () => number {
  let now = 0
  return () => {
    now += 1
    return now
  }
}

function* portions(count: number, done: (portion: number) => void): Portions<string> {
  for (let portion = 1; portion <= count; portion += 1) {
    done(portion)
    if (portion < count) yield
  }
  return `all ${count}`
}

/** Counts the turns of the event loop until the work is done. */
async function turnsUntil(work: unknown): Promise<number> {
  let ended = false
  const over = Promise.resolve(work).finally(() => {
    ended = true
  })
  let turns = 0
  for (; !ended; turns += 1) await setImmediate()
  await over
  return turns
}

test('work of one portion is done before anything else is', async (t) => {
  let done = 0
  const work = new Slices(clock()).run(
    portions(1, () => {
      done += 1
    }),
    forEver,
  )
  t.is(done, 1)
  t.is(work, 'all 1')
})

test('the event loop turns after the first portion, and after each slice', async (t) => {
  let done = 0
  const slices = new Slices(clock())
  const work = slices.run(
    portions(401, () => {
      done += 1
    }),
    forEver,
  )
  t.is(done, 1)
  // Of four milliseconds each, by the clock.
  t.true((await turnsUntil(work)) >= 100)
  t.is(await work, 'all 401')
  t.is(done, 401)
})

test('one slice is done in a turn, for many as for one', async (t) => {
  const slices = new Slices(clock())
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  let inTurn: string[] = []
  const turns: (readonly string[])[] = []
  const all = Promise.all(
    names.map((name) =>
      slices.run(
        portions(41, () => inTurn.push(name)),
        forEver,
      ),
    ),
  )
  t.deepEqual(inTurn, names)
  let ended = false
  const over = all.finally(() => {
    ended = true
  })
  while (!ended) {
    inTurn = []
    await setImmediate()
    turns.push(inTurn)
  }
  await over
  const worked = turns.filter((done) => done.length > 0)
  for (const done of worked) t.is(new Set(done).size, 1)
  // Each has two turns before the next one, and the third one once all have had them.
  const inOrder = names.flatMap((name) => [name, name])
  t.deepEqual(
    worked.slice(0, 32).map(([name]) => name),
    [...inOrder, ...inOrder],
  )
})

test('work for nobody ends between two slices', async (t) => {
  const ends = new AbortController()
  let done = 0
  const work = Promise.resolve(
    new Slices(clock()).run(
      portions(1_000_000, () => {
        done += 1
      }),
      ends.signal,
    ),
  )
  await setImmediate()
  ends.abort(new Error('the caller has gone'))
  await t.throwsAsync(work, { message: 'the caller has gone' })
  const before = done
  await setImmediate()
  t.is(done, before)
  t.true(done < 100)
})

test('what the work throws is thrown, and those behind it have their turns', async (t) => {
  function* failing(): Portions<void> {
    yield
    throw new Error('no good')
  }
  const slices = new Slices(clock())
  const first = Promise.resolve(slices.run(failing(), forEver))
  const second = slices.run(
    portions(20, () => undefined),
    forEver,
  )
  await t.throwsAsync(first, { message: 'no good' })
  t.is(await second, 'all 20')
  t.is(
    await slices.run(
      portions(20, () => undefined),
      forEver,
    ),
    'all 20',
  )
})
