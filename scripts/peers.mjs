// Builds the projects of other SOAP stacks in dist/test/peers and runs them beside a node; `-- cxf` takes one of them.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import config from '../peers.config.mjs'
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

/** Downloads go through the caches of Maven and pip, which are outside this project. */
const maven = {
  programs: JAVA,
  build: [['mvn', '--quiet', '--batch-mode', '--no-transfer-progress', 'compile']],
}
const pip = {
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

/** How each project is built. */
const PROJECTS = {
  axis2: maven,
  cxf: maven,
  'cxf-security': maven,
  'jax-ws': maven,
  metro: maven,
  'spring-ws': maven,
  zeep: pip,
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PROJECTS)
const unknown = chosen.filter((name) => !(name in PROJECTS))
if (unknown.length > 0) {
  console.error(
    `No such peer: ${unknown.join(', ')}. There are ${Object.keys(PROJECTS).join(', ')}.`,
  )
  process.exit(1)
}

await provide(Object.assign({}, ...chosen.map((name) => PROJECTS[name].programs)), environment)
for (const name of chosen) {
  await timed(`${name} built`, () => build(name))
}
// What one project has several programs for has several files of tests: cxf.test.js, cxf-mtom.test.js.
const tests = readdirSync(peers).filter((file) => file.endsWith('.test.js'))
const files = chosen.flatMap((name) =>
  tests
    .filter((file) => file === `${name}.test.js` || file.startsWith(`${name}-`))
    .map((file) => `dist/test/peers/${file}`),
)
process.exitCode = await timed('tests', () => ava('peers.config.mjs', environment, files))

async function build(name) {
  for (const command of PROJECTS[name].build) await thrice(name, command)
}

/** A registry may hiccup: what has arrived stays in the cache. */
async function thrice(name, [program, ...parameters]) {
  const attempts = 3
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { status } = spawnSync(program, parameters, {
      cwd: join(peers, name),
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (status === 0) return
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
