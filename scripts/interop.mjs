// Runs the interop tests. Installs the clients that are missing, or says how to and fails.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import config from '../interop.config.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const environment = { ...process.env, ...config.environmentVariables }

/** Each client: a command that succeeds only if it is there, and the Debian packages that bring it. */
const CLIENTS = {
  curl: { check: ['curl', '--version'], packages: ['curl'] },
  'PHP SoapClient': {
    check: ['php', '-r', 'exit(extension_loaded("soap") ? 0 : 1);'],
    packages: ['php-cli', 'php-soap'],
  },
  'SOAP::Lite': { check: ['perl', '-MSOAP::Lite', '-e1'], packages: ['libsoap-lite-perl'] },
  zeep: { check: ['python3', '-c', 'import zeep'], packages: ['python3-zeep'] },
}

const absent = missing()
if (absent.length > 0) await install(absent)

// By its file: a Node.js in /usr/bin may be another one than this.
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs')
const tests = run(process.execPath, [ava, '--config', 'interop.config.mjs'])
process.exitCode = tests.status ?? 1

function missing() {
  return Object.entries(CLIENTS)
    .filter(([, { check }]) => run(check[0], check.slice(1), 'ignore').status !== 0)
    .map(([name]) => name)
}

async function install(names) {
  const packages = names.flatMap((name) => CLIENTS[name].packages)
  console.error(`Missing SOAP clients: ${names.join(', ')}.`)
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    fail(`Install them first; on Debian, as root:\n\n  apt-get install ${packages.join(' ')}\n`)
  }
  console.error(`Installing ${packages.join(' ')}.`)
  await apt('update')
  await apt('install', '--yes', '--no-install-recommends', ...packages)
  const still = missing()
  if (still.length > 0) fail(`Installed, but still not usable: ${still.join(', ')}.`)
}

/** Tries again for a while: another process may hold apt's locks, or a mirror may hiccup. */
async function apt(...parameters) {
  const attempts = 6
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=60', ...parameters]).status === 0) return
    console.error(`apt-get ${parameters[0]} failed (${attempt} of ${attempts}).`)
    if (attempt < attempts) await pause(10_000)
  }
  fail('The SOAP clients could not be installed.')
}

function run(command, parameters, stdio = ['ignore', 'inherit', 'inherit']) {
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, parameters, { cwd: root, env, stdio })
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
