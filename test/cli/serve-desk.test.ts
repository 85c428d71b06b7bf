/** `waybill serve` with a queue of its own: commands reach it, watchers see whether it is ready, no other node gets in. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { cli } from '../support/cli.js'
import { type RunningDaemon, startDaemon } from '../support/daemon.js'
import { folderOf } from '../support/folder.js'

async function nodeOn(t: ExecutionContext, folder: string): Promise<RunningDaemon> {
  const daemon = await startDaemon([`stateDir=${folder}`])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  return daemon
}

const queue = (folder: string, ...args: string[]) =>
  cli(['queue', ...args], { environment: { WAYBILL_STATE_DIR: folder } })

test('commands reach the queue of the node, until it has stopped', async (t) => {
  const folder = join(folderOf(t, {}), 'state')
  const daemon = await nodeOn(t, folder)
  t.is((await queue(folder, 'pause')).code, 0)
  const { code, out } = await queue(folder, 'stats', '--json')
  t.is(code, 0)
  t.true(JSON.parse(out).paused)
  t.is(await daemon.stop(), 0)
  t.false(existsSync(join(folder, 'control.sock')))
})

test('a second node on the folder exits, and the first one still answers', async (t) => {
  const folder = join(folderOf(t, {}), 'state')
  await nodeOn(t, folder)
  const second = await cli([
    'serve',
    ...[
      '--set',
      'http.port=0',
      '--set',
      'admin.port=0',
      '--set',
      'smtp.port=0',
      '--set',
      `stateDir=${folder}`,
    ],
  ])
  t.is(second.code, 69)
  t.regex(second.err, /^WAYBILL_\w+: \S.*\n {2}\S.*\n$/)
  t.is((await queue(folder, 'stats')).code, 0)
})

test('a killed node leaves its socket behind, and the next one takes its place', async (t) => {
  const folder = join(folderOf(t, {}), 'state')
  const first = await nodeOn(t, folder)
  first.process.kill('SIGKILL')
  await first.ended()
  t.true(existsSync(join(folder, 'control.sock')))
  await nodeOn(t, folder)
  t.is((await queue(folder, 'stats')).code, 0)
})

test('it is alive and ready once it listens', async (t) => {
  const daemon = await nodeOn(t, join(folderOf(t, {}), 'state'))
  const { listening } = await daemon.logged(({ msg }) => msg === 'health can be asked for')
  const [url] = listening as string[]
  t.is((await fetch(`${url}/health/live`)).status, 200)
  const ready = await fetch(`${url}/health/ready`)
  t.is(ready.status, 200)
  const { checks } = (await ready.json()) as { checks: Record<string, string> }
  t.deepEqual(Object.keys(checks), ['node', 'queue', 'transports'])
  t.is(checks.transports, 'listening')
})
