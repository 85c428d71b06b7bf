/** Every pair of what meets in a node: each case a real exchange, all of them held against every promise. */
import test from 'ava'
import { arrayOf, summaryOf } from '../support/meeting/arrays.js'
import { meet } from '../support/meeting/meeting.js'
import { brokenIn } from '../support/promises/broken.js'

const array = arrayOf('short')
const began = performance.now()

test('every pair of factors that can meet keeps every promise', async (t) => {
  const history = await meet(t, array.cases)
  const broken = brokenIn(history)
  t.log(summaryOf(array, (performance.now() - began) / 1_000).join('\n'))
  for (const [promise, how] of Object.entries(broken)) t.deepEqual(how, [], promise)
})
