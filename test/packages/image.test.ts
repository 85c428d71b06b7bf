/** The steps of the Dockerfile, followed in a bare Debian, make a node that runs without rights on a read-only file system. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import { eachLine } from '../support/lines.js'
import { Waiting } from '../support/waiting.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const image = z.object({
  root: z.string(),
  workdir: z.string(),
  environment: z.record(z.string(), z.string()),
  user: z.string(),
  entrypoint: z.array(z.string()),
  command: z.array(z.string()),
  healthCheck: z.array(z.string()),
})
type Image = z.output<typeof image>

/** As docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges does. */
const CONFINED = `
  root=$1; workdir=$2; user=\${3%:*}; group=\${3#*:}; shift 3
  mount --make-rprivate /
  mount --bind "$root" "$root"
  mount --bind "$root/state" "$root/state"
  mount -o remount,bind,ro "$root"
  mount -t tmpfs tmpfs "$root/tmp"
  mount -t proc proc "$root/proc"
  mount -t tmpfs tmpfs "$root/dev"
  for one in null zero random urandom; do touch "$root/dev/$one"; mount --bind "/dev/$one" "$root/dev/$one"; done
  exec chroot "$root" setpriv --reuid "$user" --regid "$group" --clear-groups --no-new-privs --bounding-set=-all \\
    env -C "$workdir" "$@"
`

/** Built anew, unless a folder with an image is named. */
const named = process.env.PACKAGES_IMAGE
const folder = named ?? mkdtempSync(join(tmpdir(), 'waybill-image-'))
test.after.always(() => {
  if (named === undefined) rmSync(folder, { recursive: true, force: true })
})

function built(): Image {
  const file = join(folder, 'image.json')
  if (!existsSync(file)) {
    const script = join(ROOT, 'scripts', 'dockerfile-by-hand.mjs')
    const { status, stderr } = spawnSync(process.execPath, [script, folder], {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 ** 2,
    })
    if (status !== 0) throw new Error(stderr.split('\n').slice(-40).join('\n'))
  }
  return image.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** A container: its first process is the first of a process namespace of its own, too. */
function start(t: ExecutionContext, made: Image, settings: Readonly<Record<string, string>>) {
  const confined = [CONFINED, 'sh', made.root, made.workdir, made.user]
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child=SIGKILL',
      'sh',
      '-ec',
      ...confined,
      ...made.entrypoint,
      ...made.command,
    ],
    { env: { ...made.environment, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  t.teardown(() => child.kill('SIGKILL'))
  const waiting = new Waiting()
  const log: Record<string, unknown>[] = []
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint += chunk
  })
  eachLine(child.stdout, (line) => {
    log.push(JSON.parse(line))
    waiting.changed()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  ended.then(() => waiting.over(new Error(`it ended: ${complaint}`)))
  const logged = (msg: string, transport?: string) =>
    waiting.until(
      () => log.find((line) => line.msg === msg && line.transport === transport),
      () => `${msg} in ${JSON.stringify(log.slice(-3))}`,
    )
  return { child, logged, ended }
}

/** The first process of the container, as this machine numbers it. */
function firstOf(child: ChildProcess): number {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], {
    encoding: 'utf8',
  })
  return Number(stdout.trim())
}

/** docker exec. */
function exec(
  child: ChildProcess,
  made: Image,
  settings: Readonly<Record<string, string>>,
  command: readonly string[],
) {
  const [user = '', group = ''] = made.user.split(':')
  return spawnSync(
    'nsenter',
    [
      ...['--target', String(firstOf(child)), '--mount', '--pid', 'chroot', made.root],
      ...['setpriv', '--reuid', user, '--regid', group, '--clear-groups', '--no-new-privs'],
      ...['env', '-C', made.workdir, ...command],
    ],
    { encoding: 'utf8', env: { ...made.environment, ...settings } },
  )
}

test('the image answers, is healthy, writes its state alone, and drains', async (t) => {
  t.timeout(1_200_000)
  const made = built()
  mkdirSync(join(made.root, 'state'), { recursive: true })
  const settings = { WAYBILL_HTTP__PORT: '18080', WAYBILL_ADMIN__PORT: '18081' }
  const { child, logged, ended } = start(t, made, settings)
  await logged('listening', 'http')
  const answer = await fetch('http://127.0.0.1:18080/soap', {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
    body: soap11(ADD),
  })
  t.is(answer.status, 200)
  t.regex(await answer.text(), />3</)
  const run = (...command: readonly string[]) => exec(child, made, settings, command)
  t.is(run(...made.healthCheck).status, 0)
  t.regex(run('waybill', 'queue', 'stats').stdout, /embedded, in \/state/)
  t.not(run('touch', '/app/written').status, 0)
  t.not(run('touch', '/usr/written').status, 0)
  t.is(run('touch', '/state/written', '/tmp/written').status, 0)
  t.is(run('id', '-u').stdout.trim(), '1000')
  t.not(run('g++', '--version').status, 0)
  // docker stop
  process.kill(firstOf(child), 'SIGTERM')
  await logged('stopped')
  t.is(await ended, 0)
  t.not(spawnSync(made.healthCheck[0] ?? '', made.healthCheck.slice(1)).status, 0)
})

test('the image has what its list says, the console, and nothing for development', (t) => {
  const made = built()
  const app = join(made.root, 'app')
  const { components } = JSON.parse(readFileSync(join(app, 'waybill.cdx.json'), 'utf8'))
  t.true(components.length > 100)
  for (const path of [
    'dist/src/main.js',
    'dist/console/index.html',
    'docs/install.md',
    'examples/chain/gateway.yaml',
  ]) {
    t.true(existsSync(join(app, path)), path)
  }
  for (const path of [
    'dist/test',
    'src',
    'node_modules/ava',
    'node_modules/typescript',
    'node_modules/vite',
  ]) {
    t.false(existsSync(join(app, path)), path)
  }
})
