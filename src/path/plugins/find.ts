/** Finds a module that the configuration names: by its path, among those that come along, or as a package. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nearest } from '../../base/nearest-word.js'
import { type ErrorCode, WaybillError } from '../../errors.js'

/** What is looked for. */
export interface Kind {
  /** Names it in sentences. */
  readonly word: string
  /** Folder of those that come along. */
  readonly folder: string
  readonly notFound: ErrorCode
  readonly invalid: ErrorCode
}

/**
 * @param use     a path, the name of a shipped one, or a package
 * @param folder  folder that paths and packages are looked up from: the configuration's
 * @returns the file
 * @throws WaybillError
 */
export function findModule(use: string, folder: string, kind: Kind): string {
  const isPath = use.startsWith('.') || isAbsolute(use)
  const folders = isPath
    ? [resolve(folder, use)]
    : [join(kind.folder, use), ...packageFolders(use, folder)]
  for (const folder of folders) {
    if (existsSync(folder)) return entryFile(folder, kind)
  }
  const near = isPath
    ? undefined
    : nearest(use, existsSync(kind.folder) ? readdirSync(kind.folder) : [])
  throw new WaybillError(
    kind.notFound,
    near === undefined
      ? `there is no ${kind.word} ${use}; looked at ${folders.join(', ')}`
      : `there is no ${kind.word} ${use}; did you mean ${near}?`,
  )
}

/**
 * @returns the default export
 * @throws WaybillError
 */
export async function importModule(file: string, use: string, kind: Kind): Promise<unknown> {
  try {
    const module: { default?: unknown } = await import(pathToFileURL(file).href)
    return module.default
  } catch (error) {
    throw new WaybillError(
      kind.invalid,
      `the ${kind.word} ${use} (${file}) cannot be loaded: ${reasonOf(error)}`,
      { cause: error },
    )
  }
}

function packageFolders(use: string, folder: string): readonly string[] {
  const from = createRequire(join(folder, 'configuration.js')).resolve.paths(use) ?? []
  return from.map((modules) => join(modules, use))
}

function entryFile(folder: string, kind: Kind): string {
  if (statSync(folder).isFile()) return folder
  const manifest = join(folder, 'package.json')
  const main = existsSync(manifest) ? mainOf(manifest, kind) : undefined
  const file = join(folder, main ?? 'index.js')
  if (existsSync(file)) return file
  const source = file.replace(/\.js$/, '.ts')
  if (existsSync(source)) {
    throw new WaybillError(
      kind.notFound,
      `the ${kind.word} ${source} is not compiled: there is no ${basename(file)} beside it; run npm run build, or npx tsc`,
    )
  }
  const expected =
    main === undefined
      ? 'no index.js, and no package.json that names its file'
      : `no ${main}, which its package.json names`
  throw new WaybillError(kind.notFound, `the folder of the ${kind.word} ${folder} has ${expected}`)
}

function mainOf(manifest: string, kind: Kind): string | undefined {
  const { exports, main } = parseManifest(manifest, kind)
  let at = exports
  while (typeof at === 'object' && at !== null) {
    const conditions = at as Record<string, unknown>
    at = conditions['.'] ?? conditions.import ?? conditions.default
  }
  return typeof at === 'string' ? at : main
}

function parseManifest(manifest: string, kind: Kind): { exports?: unknown; main?: string } {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8'))
  } catch (error) {
    throw new WaybillError(kind.invalid, `${manifest} cannot be read: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
