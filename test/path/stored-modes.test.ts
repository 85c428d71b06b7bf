/** The mode of a stored job: what earlier versions wrote as `bridge` is handled as `request-reply`. */
import test from 'ava'
import { rulesOf } from '../../src/path/forward/rules.js'
import { modeOfJob } from '../../src/store/queue/answer-rules.js'

const stored = { answerTime: 1000, answerNeeded: true }

test('a job of an earlier version with the mode bridge has the rules of request-reply', (t) => {
  t.is(modeOfJob({ ...stored, mode: 'bridge' }), 'request-reply')
  t.deepEqual(rulesOf({ ...stored, mode: 'bridge' }), rulesOf({ ...stored, mode: 'request-reply' }))
  t.true(rulesOf({ ...stored, mode: 'bridge' }).endsAsFault)
})

test('store stays store, and a job without a mode goes by whether an answer is needed', (t) => {
  t.is(modeOfJob({ ...stored, mode: 'store' }), 'store')
  t.false(rulesOf({ ...stored, mode: 'store' }).endsAsFault)
  t.deepEqual(rulesOf(stored), rulesOf({ ...stored, mode: 'request-reply' }))
})
