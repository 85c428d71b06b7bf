/** Turns of messages to a destination with a rate: how far apart they are, and who has which. */
import test from 'ava'
import { TurnLine } from '../../src/path/routing/turn-line.js'

/** A line of so many turns a second, by a clock that the test sets. */
function lineOf(perSecond: number) {
  let now = 5_000
  const line = new TurnLine(perSecond, () => now)
  return {
    line,
    take: (id: string) => Math.round(line.take(id)),
    pass(milliseconds: number) {
      now += milliseconds
    },
  }
}

test('the first has its turn at once, those behind it at their distance, in order', (t) => {
  const { take } = lineOf(10)
  t.deepEqual(['a', 'b', 'c', 'd'].map(take), [0, 100, 200, 300])
})

test('who comes back in time has its turn, and is not asked a third time', (t) => {
  const { take, pass } = lineOf(10)
  t.deepEqual(['a', 'b', 'c', 'd'].map(take), [0, 100, 200, 300])
  for (const id of ['b', 'c', 'd']) {
    pass(100)
    t.is(take(id), 0, id)
  }
})

test('one that is new does not take the turn of one that waits', (t) => {
  const { take, pass } = lineOf(10)
  t.deepEqual(['a', 'b'].map(take), [0, 100])
  pass(110)
  t.is(take('new'), 90)
  t.is(take('b'), 0)
})

test('a turn that nobody comes for goes to another, and those that pass unused are lost', (t) => {
  const { take, pass } = lineOf(10)
  t.deepEqual(['a', 'gone', 'b'].map(take), [0, 100, 200])
  pass(350)
  // The one that another node has sent, or that was removed.
  t.is(take('new'), 0)
  pass(60_000)
  t.deepEqual(['x', 'y', 'z'].map(take), [0, 100, 200])
})

test('who comes back too early gets a turn at the front, each another', (t) => {
  const { take, pass } = lineOf(10)
  t.deepEqual(['a', 'b', 'c', 'd'].map(take), [0, 100, 200, 300])
  pass(50)
  t.deepEqual(['c', 'd', 'b'].map(take), [50, 150, 250])
})

test('never more in a second than the rate, and a quarter of a second of those that are late', (t) => {
  const { take, pass } = lineOf(20)
  const waiting = new Map<string, number>()
  const sent: number[] = []
  let now = 0
  for (let id = 0; id < 100; id += 1) waiting.set(String(id), 0)
  while (waiting.size > 0 && now < 20_000) {
    for (const [id, at] of waiting) {
      if (at > now) continue
      const wait = take(id)
      if (wait === 0) {
        sent.push(now)
        waiting.delete(id)
      } else waiting.set(id, now + wait)
    }
    pass(7)
    now += 7
  }
  t.is(sent.length, 100)
  t.true(now < 5_500, String(now))
  for (const from of sent) {
    t.true(sent.filter((at) => at >= from && at < from + 1_000).length <= 26)
  }
})

test('who waits where it is reserves a turn, or learns that there is none in its time', (t) => {
  const { line, take, pass } = lineOf(10)
  const reserve = () => {
    const { wait, reserved } = line.reserve(150)
    return [Math.round(wait), reserved]
  }
  t.deepEqual(
    [reserve(), reserve(), reserve()],
    [
      [0, true],
      [100, true],
      [200, false],
    ],
  )
  t.is(take('stored'), 200)
  pass(1_000)
  t.is(take('stored'), 0)
})
