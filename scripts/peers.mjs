// Builds the projects of other SOAP stacks in dist/test/peers and runs them beside a node; `-- cxf` takes one of them,
// `-- --without java` leaves out those that need Java, and says so.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import config from '../test/peers.config.mjs'
import { all, ava, provide } from './programs.mjs'

const environment = { ...process.env, ...config.environmentVariables }
const peers = fileURLToPath(new URL('../dist/test/peers/', import.meta.url))

const JAVA = {
  'a JDK, 17 or later': {
    check: all('javac --release 17 -version', 'java -version'),
    packages: ['openjdk-17-jdk-headless'],
  },
  Maven: { check: ['mvn', '-version'], packages: ['maven'] },
}
const PYTHON = {
  'Python with venv': {
    check: ['python3', '-c', 'import ensurepip, venv'],
    packages: ['python3-venv'],
  },
}

const GO = {
  'Go, 1.19 or later': { check: ['go', 'version'], packages: ['golang-go'] },
}

/** Downloads go through the caches of Maven, pip, npm and Go, which are outside this project. */
const maven = {
  language: 'java',
  programs: JAVA,
  build: [['mvn', '--quiet', '--batch-mode', '--no-transfer-progress', 'compile']],
}
const pip = {
  language: 'python',
  programs: PYTHON,
  build: [
    ['python3', '-m', 'venv', '.venv'],
    [
      '.venv/bin/pip',
      'install',
      '--quiet',
      '--require-hashes',
      '--requirement',
      'requirements.txt',
    ],
  ],
}

const npm = {
  language: 'node',
  programs: {},
  build: [['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund']],
}
const contract = '../contracts/warehouse.wsdl'
const generator = 'github.com/hooklift/gowsdl/cmd/gowsdl'
const go = {
  language: 'go',
  programs: GO,
  build: [
    ['go', 'run', generator, '-o', 'warehouse.go', '-p', 'warehouse', contract],
    ['go', 'build', '-o', 'client', '.'],
  ],
}

/** How each project is built, and whose server its messages get to if it has none of its own. */
const PROJECTS = {
  axis2: maven,
  cxf: maven,
  'cxf-security': maven,
  go: { ...go, needs: ['node-soap'] },
  'jax-ws': maven,
  membrane: { ...maven, needs: ['cxf'] },
  metro: maven,
  'node-soap': npm,
  onvif: pip,
  rampart: maven,
  'spring-ws': maven,
  zeep: { ...pip, needs: ['node-soap'] },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { without: { type: 'string', multiple: true, default: [] } },
})
refuseUnknown('peer', positionals, Object.keys(PROJECTS))
refuseUnknown('language', values.without, ['java', 'python', 'go'])
const requested = positionals.length > 0 ? positionals : Object.keys(PROJECTS)
const chosen = requested.filter((name) => !values.without.includes(PROJECTS[name].language))
const leftOut = requested.filter((name) => !chosen.includes(name))
const built = new Set(chosen.flatMap((name) => [...(PROJECTS[name].needs ?? []), name]))

await provide(Object.assign({}, ...[...built].map((name) => PROJECTS[name].programs)), environment)
// Projects of one language share a cache, and are built one after the other; languages beside each other.
const languages = new Set([...built].map((name) => PROJECTS[name].language))
await Promise.all([...languages].map(buildAll))
// What one project has several programs for has several files of tests: cxf.test.js, cxf-mtom.test.js.
const files = readdirSync(peers)
  .filter((file) => file.endsWith('.test.js'))
  .filter((file) => file === 'matrix-page.test.js' || chosen.includes(projectOf(file)))
  .map((file) => `dist/test/peers/${file}`)
process.exitCode = await timed('tests', () => ava('test/peers.config.mjs', environment, files))
if (leftOut.length > 0) {
  console.log(`peers: left out by --without ${values.without}: ${leftOut.join(', ')}`)
}

/** cxf-security.test.js is of cxf-security, and cxf-mtom.test.js of cxf. */
function projectOf(file) {
  const names = Object.keys(PROJECTS).filter(
    (name) => file === `${name}.test.js` || file.startsWith(`${name}-`),
  )
  return names.toSorted((one, other) => other.length - one.length)[0]
}

function refuseUnknown(what, names, all) {
  const unknown = names.filter((name) => !all.includes(name))
  if (unknown.length === 0) return
  console.error(`No such ${what}: ${unknown.join(', ')}. There are ${all.join(', ')}.`)
  process.exit(1)
}

async function buildAll(language) {
  for (const name of built) {
    if (PROJECTS[name].language === language) await timed(`${name} built`, () => build(name))
  }
}

async function build(name) {
  for (const command of PROJECTS[name].build) await thrice(name, command)
}

/** A registry may hiccup: what has arrived stays in the cache. */
async function thrice(name, [program, ...parameters]) {
  const attempts = 3
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const child = spawn(program, parameters, {
      cwd: join(peers, name),
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    if (code === 0) return
    console.error(`${name}: ${program} failed (${attempt} of ${attempts}).`)
    if (attempt < attempts) await pause(5_000)
  }
  process.exit(1)
}

async function timed(what, work) {
  const began = performance.now()
  const done = await work()
  console.log(`peers: ${what}: ${Math.round((performance.now() - began) / 1000)} s`)
  return done
}
