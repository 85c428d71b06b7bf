/** Waiting that ends: by its work, by a deadline, by a signal; and what is left of it then. */
import { getEventListeners } from 'node:events'
import test from 'ava'
import { Overdue, onAbort, untilAborted, waitFor, within } from '../../src/base/deadline.js'
import { deferred } from '../../src/base/deferred.js'

const never = () => new Promise<never>(() => undefined)
const LONG = 3_600_000

test('work that ends in its time gives what it gives, or throws what it throws', async (t) => {
  t.is(await within(LONG, () => 7), 7)
  t.is(await within(LONG, async () => 8), 8)
  await t.throwsAsync(
    within(LONG, () => {
      throw new RangeError('at once')
    }),
    { instanceOf: RangeError },
  )
  await t.throwsAsync(
    within(LONG, () => Promise.reject(new RangeError('later'))),
    { instanceOf: RangeError },
  )
})

test('work that does not end in its time is overdue, and what it throws later is dropped', async (t) => {
  const work = deferred<number>()
  await t.throwsAsync(
    within(1, () => work.promise),
    { instanceOf: Overdue, message: 'not done after 1ms' },
  )
  work.reject(new Error('nobody hears it'))
})

test('a signal ends the waiting for work with its reason', async (t) => {
  const control = new AbortController()
  const waiting = untilAborted(control.signal, never)
  control.abort(new RangeError('enough'))
  await t.throwsAsync(waiting, { instanceOf: RangeError, message: 'enough' })
  let begun = false
  await t.throwsAsync(
    untilAborted(control.signal, async () => {
      begun = true
    }),
    { instanceOf: RangeError },
  )
  t.false(begun, 'what is not waited for is not begun')
})

test('work that has ended leaves nothing at the signal', async (t) => {
  const { signal } = new AbortController()
  t.is(await untilAborted(signal, async () => 7), 7)
  await t.throwsAsync(onAbort(signal, () => t.fail(), Promise.reject(new RangeError('no'))))
  t.deepEqual(getEventListeners(signal, 'abort'), [])
})

test('a signal that ends before the work does is acted upon once, now or later', async (t) => {
  const acted: string[] = []
  const work = deferred()
  const control = new AbortController()
  const waiting = onAbort(control.signal, () => acted.push('later'), work.promise)
  t.deepEqual(acted, [])
  control.abort()
  t.deepEqual(acted, ['later'])
  work.resolve()
  await waiting
  await onAbort(control.signal, () => acted.push('now'), work.promise)
  t.deepEqual(acted, ['later', 'now'])
})

test('a wait ends with its time, and with its signal', async (t) => {
  const control = new AbortController()
  await waitFor(1, control.signal)
  const waiting = waitFor(LONG, control.signal)
  control.abort()
  await waiting
  await waitFor(LONG, control.signal)
  t.pass()
})
