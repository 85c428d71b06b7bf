/** The thread beside the event loop: what it makes of heartbeats, and that nobody depends on its life. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { LOOP_BOUNDS } from '../../src/operate/event-loop/bounds.js'
import { blamed, type Frame, type OwnFolders } from '../../src/operate/event-loop/frames.js'
import { Heartbeat } from '../../src/operate/event-loop/heartbeat.js'
import { type EndedHold, HoldWatch, type Standing } from '../../src/operate/event-loop/hold.js'
import { ownFolders } from '../../src/operate/event-loop/own-folders.js'
import { folderOf } from '../support/folder.js'

const PROCESS = fileURLToPath(new URL('../support/held-process.js', import.meta.url))

async function outputOf(how: string): Promise<{ readonly code: unknown; readonly out: string }> {
  const child = spawn(process.execPath, [PROCESS, how], { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  const [code] = await once(child, 'close')
  return { code, out }
}

test('where the thread dies while it asks, the main thread goes on, and the log has it', async (t) => {
  const { code, out } = await outputOf('dies')
  t.regex(out, /^went on$/m)
  t.regex(out, /the event loop is not watched any more.*|this thread fails/)
  t.is(code, 0)
})

test('where the thread is ended while the loop is held, the main thread goes on', async (t) => {
  const { code, out } = await outputOf('closes')
  t.regex(out, /"level":"error".*"problem":"event-loop-held"/)
  t.regex(out, /went on\n.*"msg":"closed"/)
  t.is(code, 0)
})

const NONE: OwnFolders = { code: [], packages: [], plugins: [] }

interface Seen {
  readonly standing: readonly Standing[]
  readonly ended: readonly EndedHold[]
  look(afterMilliseconds: number): void
  beat(): void
}

/** Looks by a clock that the test sets, at the heartbeat of nobody. */
function watching(): Seen {
  const heartbeat = new Heartbeat()
  heartbeat.beat('nothing')
  const standing: Standing[] = []
  const ended: EndedHold[] = []
  const from = heartbeat.last
  const watch = new HoldWatch({
    bounds: LOOP_BOUNDS,
    own: NONE,
    heartbeat,
    stands: (one) => standing.push(one),
    ended: (one) => ended.push(one),
  })
  return {
    standing,
    ended,
    look: (milliseconds) => watch.look(from + BigInt(milliseconds) * 1_000_000n),
    beat: () => heartbeat.beat('nothing'),
  }
}

test('a process that stood still as a whole is no loop that is held', (t) => {
  const seen = watching()
  seen.look(500)
  seen.look(60_000)
  seen.look(60_400)
  seen.beat()
  seen.look(60_900)
  t.deepEqual([seen.standing, seen.ended], [[], []])
})

const frame = (file: string, name = 'work'): Frame => ({ name, file, line: 1 })
const OWN: OwnFolders = {
  code: ['/opt/waybill/dist/src/'],
  packages: ['/opt/waybill/node_modules/', '/opt/node_modules/'],
  plugins: ['/opt/node_modules/their-plugin/'],
}

test('the innermost frame outside the node and its packages is blamed, wherever the plugin is', (t) => {
  const [zod, node] = [frame('/opt/node_modules/zod/index.js'), frame('/opt/waybill/dist/src/a.js')]
  const inner = frame('node:fs')
  for (const file of [
    '/srv/plugins/slow.mjs',
    '/opt/waybill/examples/slow.mjs',
    '/srv/node_modules/dependency/index.js',
    '/opt/node_modules/their-plugin/index.js',
  ]) {
    t.is(blamed([inner, zod, frame(file), node, frame('/srv/outer.mjs'), node], OWN)?.file, file)
  }
  t.is(blamed([inner, zod, node], OWN), node)
  t.is(blamed([inner, zod], OWN), zod)
  t.is(blamed([inner], OWN), undefined)
})

test('a package that is a plugin is none of the packages of the node', (t) => {
  const folder = folderOf(t, { 'node_modules/@them/plugin/lib/index.js': '' })
  const { code, plugins } = ownFolders([
    `${folder}/node_modules/@them/plugin/lib/index.js`,
    `${folder}/beside.mjs`,
  ])
  t.deepEqual(
    plugins.map((one) => one.slice(-'/node_modules/@them/plugin/'.length)),
    ['/node_modules/@them/plugin/'],
  )
  t.true(code.some((one) => import.meta.url.replace('/test/', '/src/').includes(one)))
})
