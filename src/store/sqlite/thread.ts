/** Starts the thread that has a file of SQLite; the process never exits in the middle of one of its calls. */
import { Worker } from 'node:worker_threads'
import { ExitLock } from './exit-lock.js'

/** What `workerData` has beside the options. */
export interface WithExitLock {
  /** Of an `ExitLock`. */
  readonly exitLock: SharedArrayBuffer
}

/** @param code  the file that the thread runs; it finds its options in `workerData` */
export function startThread(code: URL, options: object): Worker {
  const lock = new ExitLock()
  const workerData = { ...options, exitLock: lock.shared } satisfies WithExitLock
  const thread = new Worker(code, { workerData })
  const exit = () => lock.exit()
  // Each open file has a listener: many of them are no leak.
  process.setMaxListeners(process.getMaxListeners() + 1).on('exit', exit)
  thread.once('exit', () => {
    process.setMaxListeners(process.getMaxListeners() - 1).off('exit', exit)
  })
  return thread
}
