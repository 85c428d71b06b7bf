/** A process whose worker on Redis is closed ends by itself: nothing of it is left that would keep it alive. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { gate } from '../support/jobs.js'
import { eachLine } from '../support/lines.js'
import { ownRedis } from '../support/redis/redis.js'

const CLOSES = fileURLToPath(new URL('../support/redis/closes.js', import.meta.url))

/** Ends with the test, which waits for it, if it does not end itself. */
function closing(t: ExecutionContext, url: string, when: 'at-once' | 'when-told') {
  const child: ChildProcess = spawn(process.execPath, [CLOSES, url, when], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.teardown(() => {
    child.kill('SIGKILL')
  })
  const [working, closed] = [gate(), gate()]
  if (child.stdout) {
    eachLine(child.stdout, (line) => (line === 'working' ? working.open() : closed.open()))
  }
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code)
  return { child, working: working.opened, closed: closed.opened, ended }
}

test('a worker that is closed while it starts', async (t) => {
  const redis = await ownRedis()
  t.teardown(() => redis.close())
  for (let time = 0; time < 3; time += 1) {
    t.is(await closing(t, redis.url, 'at-once').ended, 0)
  }
})

test('a worker that is closed while Redis is away', async (t) => {
  const redis = await ownRedis()
  t.teardown(() => redis.close())
  const { child, working, ended } = closing(t, redis.url, 'when-told')
  await working
  await redis.kill()
  child.stdin?.end()
  t.is(await ended, 0)
})

test('a worker that is closed while Redis comes back', async (t) => {
  const redis = await ownRedis()
  t.teardown(() => redis.close())
  const { child, working, ended } = closing(t, redis.url, 'when-told')
  await working
  await redis.kill()
  const back = redis.start()
  child.stdin?.end()
  await back
  t.is(await ended, 0)
})
