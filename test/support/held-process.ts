/** Holds the event loop until the thread beside it has ended, says that it went on, and what the log has. */
import { createLog } from '../../src/log.js'
import { LOOP_BOUNDS } from '../../src/operate/event-loop/bounds.js'
import { LoopWatch } from '../../src/operate/event-loop/loop-watch.js'

const [how = ''] = process.argv.slice(2)
const bounds = { ...LOOP_BOUNDS, beat: 20, held: 100 }
const lines: string[] = []
const log = createLog('warn', (line) => lines.push(line))
const code = how === 'dies' ? new URL('./dying-thread.js', import.meta.url) : undefined
const watch = new LoopWatch(bounds, log, code)
watch.start([])
const ended = watch.ended
// The thread has begun by then, or does while the loop is held.
setTimeout(() => {
  const until = Date.now() + 1_500
  let closed = how === 'dies'
  while (Date.now() < until) {
    if (closed || Date.now() < until - 750) continue
    void watch.close()
    closed = true
  }
  process.stdout.write('went on\n')
}, 300)
await ended
process.stdout.write(`the thread has ended\n${lines.join('')}`)
