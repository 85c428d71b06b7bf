/** Holds the event loop while the thread beside it ends, by its own failure or by `close`, and says that it went on. */
import { createLog } from '../../src/log.js'
import { LOOP_BOUNDS } from '../../src/operate/event-loop/bounds.js'
import { LoopWatch } from '../../src/operate/event-loop/loop-watch.js'

const [how = ''] = process.argv.slice(2)
const dies = how === 'dies'
/** Kept until the log has what is waited for. */
const alive = setInterval(() => undefined, 60_000)
const log = createLog('warn', (line) => {
  process.stdout.write(line)
  clearInterval(alive)
})
const bounds = { ...LOOP_BOUNDS, beat: 20, held: 100 }
const code = dies ? new URL('./dying-thread.js', import.meta.url) : undefined
const watch = new LoopWatch(bounds, log, code)
watch.start([])
// A thread begins within that, or while the loop is held.
setTimeout(() => {
  const until = Date.now() + 1_500
  let closing = dies
  while (Date.now() < until) {
    if (closing || Date.now() < until - 500) continue
    // In the middle of the hold, which the thread knows of by now.
    void watch.close().then(() => log.warn('closed'))
    closing = true
  }
  process.stdout.write('went on\n')
}, 300)
