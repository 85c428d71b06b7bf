/** Installs the toolkits of npm, once for each version of their list, apart from the project's own modules. */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../../foreign-client.js'

const LIST = fileURLToPath(new URL('../../../../../test/interop/npm/', import.meta.url))
const INSTALLING = 300_000

/** @returns the folder whose `node_modules` has them */
export async function npmToolkits(): Promise<string> {
  const lock = readFileSync(join(LIST, 'package-lock.json'))
  const folder = join(tmpdir(), `waybill-npm-${createHash('sha256').update(lock).digest('hex')}`)
  if (existsSync(folder)) return folder
  const made = mkdtempSync(join(tmpdir(), 'waybill-npm-'))
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(LIST, file), join(made, file))
  }
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], '', {
    folder: made,
    deadline: INSTALLING,
  })
  try {
    renameSync(made, folder)
  } catch (error) {
    // Another one was sooner.
    if (!existsSync(folder)) throw error
    rmSync(made, { recursive: true })
  }
  return folder
}
