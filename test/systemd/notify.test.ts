/** What a node tells systemd, by systemd's own command, on a socket such as systemd listens on. */
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { eachLine } from '../support/lines.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { Waiting } from '../support/waiting.js'

/** Node.js has no unix datagrams: Python prints each, a line of JSON. */
const LISTENER = `
import json, socket, sys
listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listener.bind(sys.argv[1])
print('[]', flush=True)
while True: print(json.dumps(listener.recv(4096).decode().split('\\n')), flush=True)
`

type Messages = readonly string[]

async function listener(t: ExecutionContext) {
  const socket = join(folderOf(t, {}), 'notify')
  const python = spawn('/usr/bin/python3', ['-c', LISTENER, socket], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => python.kill('SIGKILL'))
  const all: Messages[] = []
  const waiting = new Waiting()
  eachLine(python.stdout, (line) => {
    all.push(JSON.parse(line))
    waiting.changed()
  })
  python.once('exit', () => waiting.over(new Error('the listener ended')))
  /** The next message that has this assignment. */
  let seen = 0
  const next = (assignment: string) =>
    waiting.until(
      () => {
        const at = all.findIndex((one, index) => index >= seen && one.includes(assignment))
        if (at !== -1) seen = at + 1
        return all[at]
      },
      () => `${assignment} in ${JSON.stringify(all)}`,
    )
  await waiting.until(
    () => all[0],
    () => 'nothing from the listener',
  )
  return { socket, all, next }
}

const missing = ['systemd-notify', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['--version']).status !== 0,
)
/** @param title  says why it is skipped, if it is */
function testNotify(title: string, body: (t: ExecutionContext) => Promise<void>): void {
  if (missing === undefined) test(title, body)
  else test.skip(`${title} (skipped: there is no ${missing})`, body)
}

const EXAMPLE = 'log: { level: info }\n'

async function watched(t: ExecutionContext, environment: readonly string[] = []) {
  const heard = await listener(t)
  const folder = folderOf(t, { 'w.yaml': EXAMPLE })
  const daemon = await startDaemon([], ['--config', join(folder, 'w.yaml')], 'listening', [
    'env',
    `NOTIFY_SOCKET=${heard.socket}`,
    ...environment,
  ])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  return { ...heard, daemon, file: join(folder, 'w.yaml') }
}

testNotify(
  'systemd hears that the node starts, is ready once it listens, reloads, and stops',
  async (t) => {
    const { next, all, daemon, file } = await watched(t)
    const ready = await next('READY=1')
    t.is(ready.length, 2)
    t.true(ready[1]?.startsWith(`STATUS=Listening on ${daemon.url}`), ready[1])
    t.deepEqual(all[1], ['STATUS=Starting', 'EXTEND_TIMEOUT_USEC=60000000'])
    writeFileSync(file, 'log: { level: debug }\n')
    daemon.process.kill('SIGHUP')
    const [, moment = ''] = await next('RELOADING=1')
    const at = BigInt(/^MONOTONIC_USEC=(\d+)$/.exec(moment)?.[1] ?? 0)
    t.true(at > 0n && at <= process.hrtime.bigint() / 1000n, moment)
    t.deepEqual(await next('READY=1'), ready)
    t.is(daemon.log.findLast(({ changed }) => changed)?.changed?.toString(), 'log.level')
    daemon.process.kill('SIGTERM')
    // Of shutdown.deadline, and some for what comes after it.
    t.deepEqual(await next('STOPPING=1'), [
      'STOPPING=1',
      'STATUS=Stopping',
      'EXTEND_TIMEOUT_USEC=35000000',
    ])
    t.is(await daemon.ended(), 0)
  },
)

testNotify('a node with a watchdog gives signs of life, again and again', async (t) => {
  const { next, daemon } = await watched(t, ['WATCHDOG_USEC=60000'])
  await next('READY=1')
  for (let sign = 0; sign < 3; sign += 1) t.deepEqual(await next('WATCHDOG=1'), ['WATCHDOG=1'])
  t.is(await daemon.stop(), 0)
})

testNotify('a watchdog of another process gets no signs of life', async (t) => {
  const { all, next, daemon } = await watched(t, ['WATCHDOG_USEC=3000', 'WATCHDOG_PID=1'])
  daemon.process.kill('SIGTERM')
  await next('STOPPING=1')
  t.is(await daemon.ended(), 0)
  t.false(all.some((one) => one.includes('WATCHDOG=1')))
})

test('a node that cannot tell systemd says so once, and runs', async (t) => {
  const daemon = await startDaemon([], [], 'listening', [
    'env',
    'NOTIFY_SOCKET=/nowhere',
    'PATH=/nowhere',
  ])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  const isThat = ({ msg }: Record<string, unknown>) =>
    msg === 'systemd cannot be notified of the state of the node'
  await daemon.logged(isThat)
  t.is(await daemon.stop(), 0)
  t.is(daemon.log.filter(isThat).length, 1)
})
