/** The end of some work: told alike to who asks before, who asks later, and who never asks for a signal. */
import test from 'ava'
import { Ending, endsBy } from '../../src/base/ending.js'

const reason = new Error('over')

test('a signal that was asked for before the end is aborted with its reason', (t) => {
  const ending = new Ending()
  const { signal } = ending
  t.false(signal.aborted)
  ending.abort(reason)
  t.true(signal.aborted)
  t.is(signal.reason, reason)
})

test('a signal that is asked for later is aborted already, and always the same', (t) => {
  const ending = new Ending()
  ending.abort(reason)
  t.true(ending.signal.aborted)
  t.is(ending.signal.reason, reason)
  t.is(ending.signal, ending.signal)
})

test('work that asks now and then is ended, too, by the first reason', (t) => {
  const ending = new Ending()
  t.notThrows(() => ending.throwIfAborted())
  ending.abort(reason)
  ending.abort(new Error('again'))
  t.is(
    t.throws(() => ending.throwIfAborted()),
    reason,
  )
})

test('what ends by a signal ends with it', (t) => {
  const controller = new AbortController()
  const ends = endsBy(controller.signal)
  t.notThrows(() => ends.throwIfAborted())
  controller.abort(reason)
  t.is(ends.signal, controller.signal)
  t.is(
    t.throws(() => ends.throwIfAborted()),
    reason,
  )
})
