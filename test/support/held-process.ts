/** Holds the event loop while the thread beside it ends, by its own failure or by `close`, and says that it went on. */
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
const code = new URL(dies ? './dying-thread.js' : './held-thread.js', import.meta.url)
const watch = new LoopWatch(bounds, log, code)
watch.start([])
const begun = join(tmpdir(), `waybill-held-${process.pid}`)

function hold(milliseconds: number): void {
  const until = Date.now() + milliseconds
  while (Date.now() < until);
}

const looking = setInterval(() => {
  if (!existsSync(begun)) return
  clearInterval(looking)
  rmSync(begun)
  hold(3_000)
  if (!dies) {
    // In the middle of the hold, which the thread has in the log by now.
    void watch.close().then(() => log.warn({}, 'closed'))
    hold(500)
  }
  process.stdout.write('went on\n')
}, 20)
