/** How deep values nest is bounded by a number, and not by the stack of the process that writes and reads them. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import test from 'ava'

const PROGRAM = new URL('../../support/schemas/nested-values.js', import.meta.url)

/** Half of the stack that a process has; Node.js keeps 192 KiB of it. */
const SMALL = { stackSizeMb: 0.5 }

test('values of 1000 levels are written and read on a small stack, and what holds itself is refused', async (t) => {
  const thread = new Worker(PROGRAM, { resourceLimits: SMALL })
  const [results] = await once(thread, 'message')
  await thread.terminate()
  t.deepEqual(results, {
    typed: '1000 levels',
    'typed, itself': 'Unwritable: node: values may nest 1000 levels deep',
    open: '1000 levels',
    'open, itself': 'TypeError: node: values may nest 1000 levels deep',
    'open inside typed, itself': 'TypeError: node: values may nest 1000 levels deep',
    encoded: '1000 levels',
    'an element': '1300021 characters',
  })
})
