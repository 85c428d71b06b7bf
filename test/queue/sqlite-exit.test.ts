/** The end of a process while its queue is asked: it exits as it wants to, and is not aborted by the binding. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import test from 'ava'
import { ExitLock } from '../../src/store/sqlite/exit-lock.js'

const EXITING = fileURLToPath(new URL('../support/exits-while-queried.js', import.meta.url))
const LOCK = new URL('../../src/store/sqlite/exit-lock.js', import.meta.url).href

test('a process exits with its own status while its queues are asked', async (t) => {
  const ends = Array.from({ length: 8 }, async () => {
    const child = spawn(process.execPath, [EXITING], { stdio: 'ignore' })
    return await once(child, 'exit')
  })
  t.deepEqual(
    await Promise.all(ends),
    Array.from({ length: 8 }, () => [3, null]),
  )
})

/** A thread that works for as long as `steps` counts up to a number, and begins another work afterwards. */
const THREAD = `
const { workerData, parentPort } = require('node:worker_threads')
import(${JSON.stringify(LOCK)}).then(({ ExitLock }) => {
  const lock = new ExitLock(workerData.shared)
  const steps = new Int32Array(workerData.steps)
  lock.whileWorking(() => {
    parentPort.postMessage('working')
    while (Atomics.add(steps, 0, 1) < 3_000_000);
    Atomics.store(steps, 1, 1)
  })
  lock.whileWorking(() => Atomics.store(steps, 2, 1))
})`

test('an exit waits for the work that a thread is in, and lets it begin no other', async (t) => {
  const lock = new ExitLock()
  const steps = new SharedArrayBuffer(12)
  const reported = new Int32Array(steps)
  const thread = new Worker(THREAD, { eval: true, workerData: { shared: lock.shared, steps } })
  await once(thread, 'message')
  lock.exit()
  t.is(Atomics.load(reported, 1), 1, 'what was begun is done')
  t.is(Atomics.load(reported, 2), 0, 'nothing else is begun')
  await thread.terminate()
  t.is(Atomics.load(reported, 2), 0)
})
