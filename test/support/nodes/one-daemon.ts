/** One daemon for all tests of a file: started before them, warm, and stopped after them. */
import type { TestFn } from 'ava'
import { warmUp } from '../wire/hostile.js'
import { type RunningDaemon, startDaemon } from './daemon.js'

/** @returns the daemon, once the tests run */
export function oneDaemon(test: TestFn): () => RunningDaemon {
  let daemon: RunningDaemon | undefined
  test.before(async (t) => {
    daemon = await startDaemon()
    await warmUp(t, daemon)
  })
  test.after.always(() => daemon?.stop())
  return () => {
    if (!daemon) throw new Error('the daemon has not started')
    return daemon
  }
}
