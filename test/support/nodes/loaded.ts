/** What processes of the command line have loaded. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const WRITE = new URL('./write-loaded.js', import.meta.url)
const DIST = new URL('../../../', import.meta.url).href

/** @param folder  gets a file of each process */
export function writingLoaded(folder: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${WRITE.href}`, LOADED: folder }
}

export interface Loaded {
  /** Paths below `dist`: of single modules, without the bundle and without what writes this down. */
  readonly modules: readonly string[]
  /** How many files of the bundle. */
  readonly bundled: number
  /** Names, in order. */
  readonly packages: readonly string[]
  /** All of it, as it was loaded. */
  readonly all: readonly string[]
}

export function loadedBy(folder: string, pid: number | undefined): Loaded {
  const all = readFileSync(join(folder, String(pid)), 'utf8')
    .trimEnd()
    .split('\n')
  const own = all.filter((url) => url.startsWith(DIST)).map((url) => url.slice(DIST.length))
  const packages = all.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1])
  return {
    modules: own.filter((path) => !/^(?:bundle|test)\//.test(path)).sort(),
    bundled: own.filter((path) => path.startsWith('bundle/')).length,
    packages: [...new Set(packages.filter((name) => name !== undefined))].sort(),
    all,
  }
}
