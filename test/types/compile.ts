/** Compiles files by the project's own settings, and says what the compiler says of them. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExecutionContext } from 'ava'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const TSC = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
)

export interface Compiled {
  /** Where the files are, and what was made of them. */
  readonly folder: string
  /** Errors as `file(line,column): error code: sentence`. */
  readonly errors: readonly string[]
}

/**
 * @param files  content by path below a folder inside the project: `waybill/plugin` is found from there
 * @param options  compiler options that differ from the project's
 */
export function compile(
  t: ExecutionContext,
  files: Readonly<Record<string, string>>,
  options: object = {},
): Compiled {
  const folder = mkdtempSync(join(ROOT, 'dist', 'compiled-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: { rootDir: '.', outDir: '.', noUnusedLocals: false, ...options },
    include: ['.'],
    // By default that would be what is in outDir.
    exclude: [],
  }
  const all = { ...files, 'tsconfig.json': JSON.stringify(settings) }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const { stdout, error } = spawnSync(process.execPath, [TSC, '--project', folder], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (error) throw error
  return { folder, errors: stdout.split('\n').filter((line) => /^\S.*: error /.test(line)) }
}
