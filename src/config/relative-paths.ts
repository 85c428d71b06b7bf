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
  return resolveIn(unchecked.value, {
    unchecked,
    schemas: alternatives(schema),
    path: [],
    above: [],
  })
}

/** Where in a configuration a value stands. */
interface Position {
  readonly unchecked: Unchecked
  readonly schemas: readonly Schema[]
  readonly path: Path
  /** What the value stands in: an alias of YAML can make one that contains itself. */
  readonly above: readonly unknown[]
}

function resolveIn(value: unknown, position: Position): unknown {
  const { schemas, path, above } = position
  if (typeof value === 'string') return resolveText(value, position)
  if (above.includes(value)) return value
  const each = (one: unknown, key: PropertyKey) =>
    resolveIn(one, {
      ...position,
      schemas: below(schemas, key),
      path: [...path, key],
      above: [...above, value],
    })
  if (Array.isArray(value)) return value.map(each)
  if (!isSection(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one, key)]))
}

function resolveText(text: string, { unchecked, schemas, path }: Position): string {
  const kind = schemas.map((schema) => schema.meta?.()?.path).find((mark) => mark !== undefined)
  if (kind === undefined || text === '' || isAbsolute(text) || /^[a-z][a-z0-9+.-]*:/i.test(text)) {
    return text
  }
  const inFile = unchecked.isInFile(path)
  // A module is found from the folder of the configuration, wherever it is named: as a path only from here.
  if (kind === 'module') return inFile || !/^\.\.?\//.test(text) ? text : resolve(text)
  const folder = dirname(unchecked.file ?? '')
  if (!inFile || folder === '.') return text
  const beside = join(folder, text)
  refuseMoved(text, beside, { unchecked, path })
  return beside
}

function refuseMoved(
  text: string,
  beside: string,
  { unchecked, path }: Pick<Position, 'unchecked' | 'path'>,
): void {
  const key = path.map(String).join('.')
  if (!KEPT_FOLDERS.includes(key) || existsSync(beside) || !existsSync(text)) return
  throw new WaybillError(
    'WAYBILL_CONFIG_INVALID',
    `${unchecked.location(path)}: ${key}: a path in a file is beside that file: this one is ${resolve(beside)}, which is not there, and ${resolve(text)} is: move that folder to the first, or write its whole path`,
  )
}
