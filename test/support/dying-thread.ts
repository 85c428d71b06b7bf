/** Run as a thread beside an event loop that is held: asks where that is, and ends before the answer. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { Heartbeat } from '../../src/operate/event-loop/heartbeat.js'
import { Interrupt } from '../../src/operate/event-loop/interrupt.js'
import type { ThreadInput } from '../../src/operate/event-loop/thread.js'

const { shared, bounds }: ThreadInput = workerData
const heartbeat = new Heartbeat(shared)
let last = heartbeat.last
writeFileSync(join(tmpdir(), `waybill-held-${process.pid}`), '')
setInterval(() => {
  if (heartbeat.last === last) {
    new Interrupt(bounds.answer, () => undefined)
    throw new Error('this thread fails')
  }
  last = heartbeat.last
}, 10 * bounds.beat)
