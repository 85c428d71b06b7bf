// Installs the Debian packages that a suite needs and does not find, or says which they are and fails.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A command that succeeds only if all of these do. */
export function all(...commands) {
  return ['sh', '-c', commands.join(' && ')]
}

/**
 * @param programs  each by its name: a command that succeeds only if it is there, and the Debian packages that bring it
 */
export async function provide(programs, environment = process.env) {
  const absent = missing(programs, environment)
  if (absent.length === 0) return
  const packages = absent.flatMap((name) => programs[name].packages)
  console.error(`Missing programs: ${absent.join(', ')}.`)
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    fail(`Install them first; on Debian, as root:\n\n  apt-get install ${packages.join(' ')}\n`)
  }
  console.error(`Installing ${packages.join(' ')}.`)
  try {
    await apt('update')
    await quietly(() => apt('install', '--yes', '--no-install-recommends', ...packages))
  } catch (error) {
    fail(error.message)
  }
  const still = missing(programs, environment)
  if (still.length > 0) fail(`Installed, but still not usable: ${still.join(', ')}.`)
}

/**
 * Runs ava with this Node.js, and gives its exit code. By its file: a Node.js in /usr/bin may be another one.
 *
 * @param files  of those that the configuration has; none: all
 */
export function ava(config, environment = process.env, files = []) {
  const file = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs')
  return run(process.execPath, [file, '--config', config, ...files], environment).status ?? 1
}

function missing(programs, environment) {
  return Object.entries(programs)
    .filter(([, { check }]) => run(check[0], check.slice(1), environment, 'ignore').status !== 0)
    .map(([name]) => name)
}

/**
 * The tests start private instances of their own: nothing of the system's is configured or started.
 * Debian asks this file whether a package may start what it has installed.
 */
async function quietly(install) {
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const answer = 'postfix postfix/main_mailer_type select No configuration\n'
    spawnSync('debconf-set-selections', [], { input: answer })
    await install()
  } finally {
    if (ours) rmSync(policy)
  }
}

/** Tries again for a while: another process may hold apt's locks, or a mirror may hiccup. */
async function apt(...parameters) {
  const attempts = 6
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const all = ['-qq', '-o', 'DPkg::Lock::Timeout=60', ...parameters]
    if (run('apt-get', all, process.env).status === 0) return
    console.error(`apt-get ${parameters[0]} failed (${attempt} of ${attempts}).`)
    if (attempt < attempts) await pause(10_000)
  }
  throw new Error('The programs could not be installed.')
}

function run(command, parameters, environment, stdio = ['ignore', 'inherit', 'inherit']) {
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, parameters, { cwd: root, env, stdio })
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
