/** Every pair with restarts and reloads, and every three values of what security stands or falls by. */
import test from 'ava'
import { arrayOf, summaryOf } from '../../support/meeting/arrays.js'
import { meet } from '../../support/meeting/meeting.js'
import { brokenIn } from '../../support/promises/broken.js'

const array = arrayOf('triples')
const began = performance.now()

test('every triple of the important factors keeps every promise, over restarts and reloads', async (t) => {
  const history = await meet(t, array.cases)
  const broken = brokenIn(history)
  t.log(summaryOf(array, (performance.now() - began) / 1_000).join('\n'))
  for (const [promise, how] of Object.entries(broken)) t.deepEqual(how, [], promise)
})
