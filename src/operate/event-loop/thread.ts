/** Run as a thread beside the event loop: notices that it stands, and says in the log what holds it, while it stands. */
import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { codeOf } from '../../base/errno.js'
import { printableJson } from '../../base/printable.js'
import { shortened } from '../../base/shortened.js'
import { setInterval, wallTime } from '../../base/time.js'
import type { LoopBounds } from './bounds.js'
import { frameText, type OwnFolders } from './frames.js'
import { Heartbeat } from './heartbeat.js'
import { HoldWatch, type Standing } from './hold.js'

/** What the thread gets. */
export interface ThreadInput {
  readonly shared: SharedArrayBuffer
  readonly bounds: LoopBounds
  readonly own: OwnFolders
}

/** The line fits in what POSIX lets several writers write into one pipe without mixing them. */
const MAX_FRAMES = 10
const MAX_FRAME = 250
/** Milliseconds between two attempts to write into a pipe that is full, and how many there are. */
const FULL = 20
const ATTEMPTS = 50

const STANDARD_OUTPUT = 1

const { shared, bounds, own }: ThreadInput = workerData
const heartbeat = new Heartbeat(shared)
const watch = new HoldWatch({
  bounds,
  own,
  heartbeat,
  stands: log,
  ended: (hold) => parentPort?.postMessage(hold),
})
setInterval(() => watch.look(process.hrtime.bigint()), bounds.beat)

/** As the main thread would, which cannot. */
function log({ lasted, frame, stack, prevented }: Standing): void {
  if (heartbeat.logged === 'nothing') return
  const what = frame ? `${frameText(frame)} holds the event loop` : unnamed(prevented)
  write({
    level: 'error',
    time: new Date(wallTime()).toISOString(),
    problem: 'event-loop-held',
    heldMs: lasted,
    ...(frame && {
      function: shortened(frame.name, MAX_FRAME),
      file: shortened(frame.file, MAX_FRAME),
      line: frame.line,
    }),
    stack: stack.slice(0, MAX_FRAMES).map((one) => shortened(one, MAX_FRAME)),
    msg: `${shortened(what, 3 * MAX_FRAME)}: no message is processed until it goes on`,
  })
}

function unnamed(prevented: string | undefined): string {
  if (prevented !== undefined)
    return `the event loop is held, and what holds it cannot be looked for: ${prevented}`
  return 'what holds the event loop does not answer, as code that is not JavaScript, such as a synchronous call of the system'
}

function write(fields: object): void {
  const line = Buffer.from(printableJson(`${JSON.stringify(fields)}\n`))
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      writeSync(STANDARD_OUTPUT, line)
      return
    } catch (error) {
      // Where the log cannot be written, nobody can be notified of that either.
      if (codeOf(error) !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL)
    }
  }
}
