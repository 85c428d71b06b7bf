/** Resolves the paths in a configuration: from the folder of its file, or from the working folder. */
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { z } from 'zod'
import { WaybillError } from '../errors.js'
import { isSection, type Path, type Unchecked } from './file.js'
import { alternatives, below, type Schema } from './members.js'

/** Folders whose content outlives the process. */
const KEPT_FOLDERS: readonly string[] = ['stateDir', 'security.evidence.folder']

/**
 * The same values, with paths that a program can open from where it runs. Paths that are written in the file are
 * beside that file; those in flags and in the environment are from the working folder.
 *
 * @param schema  of the whole configuration
 * @throws WaybillError WAYBILL_CONFIG_INVALID where a folder of state would be looked for beside the file, and is
 *   in the working folder only
 */
export function resolvePaths(unchecked: Unchecked, schema: z.ZodType): unknown {
  const folder = dirname(unchecked.file ?? '')
  return changeIn(unchecked.value, alternatives(schema), (text, kind, path) => {
    const inFile = unchecked.isInFile(path)
    // A module is found from the folder of the configuration, wherever it is named.
    if (kind === 'module') return inFile || folder === '.' ? text : resolve(text)
    if (!inFile || folder === '.') return text
    const beside = join(folder, text)
    refuseMoved(text, beside, { unchecked, path })
    return beside
  })
}

/** The same configuration, with whole paths of files and folders: it means the same, wherever it is written. */
export function withWholePaths(config: object, schema: z.ZodType): unknown {
  return changeIn(config, alternatives(schema), (text, kind) =>
    kind === 'module' ? text : resolve(text),
  )
}

type PathKind = 'module' | 'file' | 'folder' | 'file or URL'
const KINDS: readonly PathKind[] = ['module', 'file', 'folder', 'file or URL']

/** The path in place of one that is not whole. */
type Change = (text: string, kind: PathKind, path: Path) => string

function changeIn(
  value: unknown,
  schemas: readonly Schema[],
  change: Change,
  // An alias of YAML can make a value that contains itself.
  { path, above }: { readonly path: Path; readonly above: readonly unknown[] } = {
    path: [],
    above: [],
  },
): unknown {
  if (typeof value === 'string') {
    const kind = kindOf(value, schemas)
    return kind === undefined ? value : change(value, kind, path)
  }
  if (above.includes(value)) return value
  const each = (one: unknown, key: PropertyKey) =>
    changeIn(one, below(schemas, key), change, { path: [...path, key], above: [...above, value] })
  if (Array.isArray(value)) {
    const members = value.map(each)
    return members.every((one, index) => one === value[index]) ? value : members
  }
  if (!isSection(value)) return value
  const members = Object.entries(value).map(([key, one]) => [key, each(one, key)] as const)
  // What has no path in it stays what it is: a program may hand over objects that are no sections.
  return members.every(([key, one]) => one === value[key]) ? value : Object.fromEntries(members)
}

/** Undefined for a text that is no path, or a whole one. */
function kindOf(text: string, schemas: readonly Schema[]): PathKind | undefined {
  const marks = schemas.map((schema) => schema.meta?.()?.path)
  const kind = KINDS.find((one) => marks.includes(one))
  if (text === '' || isAbsolute(text) || /^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined
  return kind === 'module' && !/^\.\.?\//.test(text) ? undefined : kind
}

function refuseMoved(
  text: string,
  beside: string,
  { unchecked, path }: { readonly unchecked: Unchecked; readonly path: Path },
): void {
  const key = path.map(String).join('.')
  if (!KEPT_FOLDERS.includes(key) || existsSync(beside) || !existsSync(text)) return
  throw new WaybillError(
    'WAYBILL_CONFIG_INVALID',
    `${unchecked.location(path)}: ${key}: a path in a file is beside that file: this one is ${resolve(beside)}, which is not there, and ${resolve(text)} is: move that folder to the first, or write its whole path`,
  )
}
