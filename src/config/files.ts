/** Finds the files that a configuration names: certificates, keys, lists, each with its key. */
import type { z } from 'zod'
import { isSection, type Path } from './file.js'
import { alternatives, below, isMarked, type Schema } from './members.js'
import type { NamedFile } from './pem.js'

/** @param schema  of the whole configuration */
export function filesIn(config: object, schema: z.ZodType): readonly NamedFile[] {
  return [...find(config, alternatives(schema), [])]
}

/** A configuration is checked before: nothing in it contains itself. */
function* find(value: unknown, schemas: readonly Schema[], path: Path): Generator<NamedFile> {
  if (typeof value === 'string') {
    if (isMarked(schemas, 'file')) yield { file: value, key: path.map(String).join('.') }
  } else if (Array.isArray(value) || isSection(value)) {
    for (const [key, member] of Object.entries(value)) {
      yield* find(member, below(schemas, key), [...path, key])
    }
  }
}
