/** Run as a thread of a process that checks: ends it if a check goes on, as after the node itself has died. */
import { parentPort } from 'node:worker_threads'
import { clearTimeout, setTimeout } from '../../base/time.js'

let timer: NodeJS.Timeout | undefined

/** Milliseconds for the check that begins; 0 once it has ended. */
parentPort?.on('message', (milliseconds: number) => {
  clearTimeout(timer)
  if (milliseconds > 0) timer = setTimeout(() => process.kill(process.pid, 'SIGKILL'), milliseconds)
})
