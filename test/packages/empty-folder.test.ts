/** The packed package in an empty folder: it starts, answers, looks after itself, and its types are found. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { eachLine } from '../support/lines.js'
import { cleanEnvironment } from '../support/nodes/cli.js'
import { Waiting } from '../support/waiting.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'waybill-package-'))
const empty = mkdtempSync(join(tmpdir(), 'waybill-empty-'))
test.after.always(() => {
  for (const one of [folder, empty]) rmSync(one, { recursive: true, force: true })
})

test.before(() => {
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: 'ignore',
  })
})

const tarball = () => join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
const npx = (...words: readonly string[]) => ['--yes', `--package=${tarball()}`, '--', ...words]

/** As on a machine without a compiler. */
const environment = cleanEnvironment({ npm_config_ignore_scripts: 'true' })

const PORTS = ['http.port=0', 'smtp.port=0', 'admin.port=0'].flatMap((one) => ['--set', one])

test.serial(
  'npx waybill serve starts in an empty folder, answers, and stops when told to',
  async (t) => {
    t.timeout(600_000)
    t.log(`${statSync(tarball()).size} bytes packed`)
    // Installs it, which takes its time.
    const version = spawnSync('npx', npx('waybill', '--version'), {
      cwd: empty,
      env: environment,
      encoding: 'utf8',
    })
    t.is(version.status, 0, version.stderr)
    const child = spawn('npx', npx('waybill', 'serve', ...PORTS), {
      cwd: empty,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let over = false
    t.teardown(() => {
      if (!over && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    })
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
    ended.then(() => {
      over = true
      waiting.over(new Error(`it ended: ${complaint}`))
    })
    const line = await waiting.until(
      () => log.find(({ msg, transport }) => msg === 'listening' && transport === 'http'),
      () => complaint,
    )
    const [url = ''] = line.listening as readonly string[]
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
      body: soap11(ADD),
    })
    t.is(answer.status, 200)
    t.regex(await answer.text(), />3</)
    // The whole group, as a terminal does.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
    await ended
    t.is(log.at(-1)?.msg, 'stopped')
    t.deepEqual(readdirSync(empty), ['waybill-state'])
  },
)

test.serial('npx waybill doctor looks at the node', (t) => {
  const { status, stdout, stderr } = spawnSync('npx', npx('waybill', 'doctor', ...PORTS), {
    cwd: empty,
    env: environment,
    encoding: 'utf8',
  })
  t.is(status, 0, stdout)
  // npm may leave out the scripts of packages, and so what libxmljs2 compiles: that is a warning, and nothing else is.
  const warnings = stdout.split('\n').filter((line) => /^\s*warning/.test(line))
  t.deepEqual(
    warnings.filter((line) => !line.includes('soap.secondOpinion: libxmljs2 was not compiled')),
    [],
  )
  t.regex(stderr, warnings.length === 0 ? /nothing is wrong/ : /errors: 0, warnings: 1;/)
})

test.serial('its types are found, by every name that it has', (t) => {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball()], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const names = ['', '/plugin', '/testing', '/transport', '/transport/mime']
  const code = names.map(
    (name, index) => `import * as all${index} from 'waybill${name}'\nexport { all${index} }\n`,
  )
  writeFileSync(join(folder, 'names.ts'), code.join(''))
  const tsc = createRequire(import.meta.url).resolve('typescript/package.json')
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      tsc.replace('package.json', 'bin/tsc'),
      ...['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', 'names.ts'],
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  t.is(status, 0, stdout)
  const loaded = `Promise.all(${JSON.stringify(names)}.map((name) => import('waybill' + name))).then((all) => console.log(all.length))`
  const { stdout: count } = spawnSync(process.execPath, ['--input-type=module', '-e', loaded], {
    cwd: folder,
    encoding: 'utf8',
  })
  t.is(count.trim(), '5')
})
