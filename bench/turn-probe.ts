/** Loaded into a node before it: tells on SIGUSR2 how much processor time the longest turn of its event loop took. */
import { closeSync, openSync, readSync } from 'node:fs'

/** Linux: the nanoseconds that the main thread has run, so that neither other load nor other threads count. */
const SCHEDULED = `/proc/${process.pid}/task/${process.pid}/schedstat`
const text = Buffer.alloc(64)

function milliseconds(): number {
  const file = openSync(SCHEDULED, 'r')
  const length = readSync(file, text, 0, text.length, 0)
  closeSync(file)
  return Number.parseInt(text.toString('latin1', 0, length), 10) / 1_000_000
}

let longest = 0
let before = milliseconds()

function turn(): void {
  const now = milliseconds()
  longest = Math.max(longest, now - before)
  before = now
  setImmediate(turn).unref()
}

process.on('SIGUSR2', () => {
  process.stdout.write(`${JSON.stringify({ longestTurn: longest })}\n`)
  longest = 0
})
turn()
