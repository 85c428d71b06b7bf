/** Finds the files and the folders that a configuration names: certificates, keys, lists, each with its key. */
import type { z } from 'zod'
import { isSection, type Path } from './file.js'
import { alternatives, below, isMarked, type Schema } from './members.js'
import type { NamedFile } from './pem.js'

/** @param schema  of the whole configuration */
export function filesIn(config: object, schema: z.ZodType): readonly NamedFile[] {
  return [...find(config, { schemas: alternatives(schema), path: [] }, isFile)]
}

/** Folders in which the node keeps something, or finds it. @param schema  of the whole configuration */
export function foldersIn(config: object, schema: z.ZodType): readonly NamedFile[] {
  return [...find(config, { schemas: alternatives(schema), path: [] }, isFolder)]
}

interface Location {
  readonly schemas: readonly Schema[]
  readonly path: Path
}

const isFile = (schemas: readonly Schema[]) => isMarked(schemas, 'file')
const isFolder = (schemas: readonly Schema[]) =>
  schemas.some((schema) => schema.meta?.()?.path === 'folder')

/** A configuration is checked before: nothing in it contains itself. */
function* find(
  value: unknown,
  { schemas, path }: Location,
  isWanted: (schemas: readonly Schema[]) => boolean,
): Generator<NamedFile> {
  if (typeof value === 'string') {
    if (isWanted(schemas)) yield { file: value, key: path.map(String).join('.') }
  } else if (Array.isArray(value) || isSection(value)) {
    for (const [key, member] of Object.entries(value)) {
      yield* find(member, { schemas: below(schemas, key), path: [...path, key] }, isWanted)
    }
  }
}
