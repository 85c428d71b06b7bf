/** A project as `waybill init` writes it, in a folder with a node_modules of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExecutionContext } from 'ava'
import { cleanEnvironment, type Ended } from './nodes/cli.js'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * An empty folder where everything is installed but this package.
 *
 * @param put  puts this package into the node_modules that it gets
 */
export function emptyProject(t: ExecutionContext, put: (modules: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-new-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  put(modules)
  const bins = { waybill: 'waybill/dist/src/main.js', tsc: 'typescript/bin/tsc' }
  for (const [bin, file] of Object.entries(bins)) {
    symlinkSync(join(modules, file), join(modules, '.bin', bin))
  }
  return folder
}

/** This package as npm packs it. */
export function packed(modules: string): void {
  const args = ['pack', '--ignore-scripts', '--offline', '--silent', '--pack-destination', modules]
  const { stdout, stderr } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8' })
  const tarball = join(modules, stdout.trim())
  if (!existsSync(tarball) || stdout.trim() === '') throw new Error(stderr)
  const folder = join(modules, 'waybill')
  mkdirSync(folder)
  spawnSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder])
  rmSync(tarball)
}

/** This package as it is built here. */
export function linked(modules: string): void {
  symlinkSync(ROOT, join(modules, 'waybill'))
}

/** Runs a command as a person in the folder does. */
export async function run(folder: string, command: string): Promise<Ended> {
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}
