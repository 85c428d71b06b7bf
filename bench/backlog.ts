/** `npm run bench -- backlog`: what a queue with many waiting jobs does, takes and needs. */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cleanEnvironment } from '../test/support/nodes/cli.js'
import { startDaemon } from '../test/support/nodes/daemon.js'
import { ownRedis } from '../test/support/redis/redis.js'
import { fillQueue } from './fill.js'
import { memoryOf } from './memory.js'
import { BODY } from './queues.js'

const USAGE = `Usage: npm run bench -- backlog [options]

  --sizes <n,n>  jobs that wait (default 1000,10000,50000,100000,200000)
`

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url))

interface Kind {
  readonly name: string
  open(): Promise<{
    readonly settings: readonly string[]
    disk(): Promise<number>
    close(): Promise<void>
  }>
}

const EMBEDDED: Kind = {
  name: 'embedded',
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
    return {
      settings: [`stateDir=${folder}`],
      disk: () => sizeOf(folder),
      close: () => rm(folder, { recursive: true, force: true }),
    }
  },
}

const REDIS: Kind = {
  name: 'Redis, appendfsync always',
  async open() {
    const redis = await ownRedis(['--appendfsync', 'always'])
    return {
      settings: [`queue.url=${redis.url}`],
      disk: () => sizeOf(redis.folder),
      close: () => redis.close(),
    }
  },
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined)
      return found?.isFile() ? found.size : 0
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const TITLES = [
  'jobs',
  'accept/s',
  'drain/s',
  'memory MiB',
  'disk MiB',
  'start ms',
  'stats ms',
] as const

async function measure(kind: Kind, jobs: number): Promise<readonly (number | string)[]> {
  const store = await kind.open()
  const bounds = [...store.settings, 'queue.maxDepth=10000000', 'queue.keep=1000000']
  const accepts = await fillQueue(bounds, jobs)
  // Paused, so that what waits is there still when it is looked at.
  await command(['queue', 'pause'], bounds)
  const disk = await store.disk()
  const empty = await timed(() => command(['--version'], []))
  const stats = (await timed(() => command(['queue', 'stats'], bounds))) - empty
  const started = performance.now()
  const node = await startDaemon(bounds)
  const start = performance.now() - started
  const memory = memoryOf(node.process.pid ?? 0) ?? Number.NaN
  await node.stop()
  await command(['queue', 'resume'], bounds)
  const drained = await fillQueue(bounds, -jobs)
  await store.close()
  const mebibytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0)
  return [
    jobs,
    accepts.toFixed(0),
    drained.toFixed(0),
    mebibytes(memory),
    mebibytes(disk),
    start.toFixed(0),
    stats.toFixed(0),
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function command(parameters: readonly string[], settings: readonly string[]): Promise<void> {
  const flags = settings.flatMap((setting) => ['--set', setting])
  const child = spawn(process.execPath, [MAIN, ...parameters, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: cleanEnvironment(),
  })
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${parameters.join(' ')} ended with ${code}: ${output}`))
    })
  })
}

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,50000,100000,200000' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else {
  for (const kind of [EMBEDDED, REDIS]) {
    process.stdout.write(`\n${kind.name}, envelopes of ${BODY.length} bytes\n`)
    process.stdout.write(`${TITLES.map((title) => title.padStart(11)).join('')}\n`)
    for (const size of values.sizes.split(',').map(Number)) {
      const cells = await measure(kind, size)
      process.stdout.write(`${cells.map((cell) => String(cell).padStart(11)).join('')}\n`)
    }
  }
  process.exit()
}
