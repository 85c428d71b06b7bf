/** A reading is asked for once in a time, and never waited for longer than its deadline. */
import test from 'ava'
import { Reading } from '../../src/base/reading.js'

test('an answer is used until it is old', async (t) => {
  let now = 0
  let requests = 0
  const reading = new Reading(async () => (requests += 1), { fresh: 1_000, now: () => now })
  t.is(reading.value, undefined)
  await Promise.all([reading.look(), reading.look()])
  now = 999
  await reading.look()
  t.is(reading.value, 1)
  now = 1_000
  await reading.look()
  t.is(reading.value, 2)
})

test('a failure is kept as long as an answer, unless it is forgotten', async (t) => {
  let fails = true
  const reading = new Reading(async () => {
    if (fails) throw new Error('away')
    return 'here'
  })
  await reading.look()
  t.is(reading.value, undefined)
  t.is(reading.failure?.message, 'away')
  fails = false
  await reading.look()
  t.is(reading.failure?.message, 'away')
  reading.forget()
  await reading.look()
  t.is(reading.value, 'here')
  t.is(reading.failure, undefined)
})

test('what takes too long is given up, and hears of it', async (t) => {
  const signals: AbortSignal[] = []
  const reading = new Reading(
    (signal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    },
    { deadline: 5 },
  )
  await reading.look()
  t.is(reading.failure?.message, 'not done after 5ms')
  t.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  )
})

test('nobody to ask is no failure', async (t) => {
  const reading = new Reading(() => undefined)
  await reading.look()
  t.is(reading.value, undefined)
  t.is(reading.failure, undefined)
})
