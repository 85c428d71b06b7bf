/** The keys that a schema knows, and the one that somebody meant who wrote another. */
import type { z } from 'zod'
import { nearest } from '../base/nearest-word.js'
import type { Path } from './file.js'
import { alternatives, below, type Schema } from './members.js'

/** Places of one key that are told; with more of them, none was meant more than the others. */
const MAX_SUGGESTIONS = 3
/** No section is deeper; what an operator names, such as a destination, is one step. */
const MAX_DEPTH = 8

/** @returns the keys of one section, in the order of the documentation */
export function keysAt(path: Path, schema: z.ZodType): readonly string[] {
  return keysOf(path.reduce(below, alternatives(schema)))
}

/**
 * @param path  that the schema does not know; its last key is wrong, or is not in its place
 * @returns the keys that may have been meant, whole, such as `http.port`; empty if nothing is near
 */
export function meantKeys(path: Path, schema: z.ZodType): readonly string[] {
  const above = path.slice(0, -1)
  const key = String(path.at(-1))
  const near = nearest(key, keysAt(above, schema))
  if (near !== undefined) return [[...above, near].map(String).join('.')]
  const all = [...keysBelow(alternatives(schema), [])].map((one) => one.join('.'))
  const joined = all.filter((one) => joinedWord(one) === joinedWord([...above, key].join('.')))
  if (joined.length > 0) return joined.slice(0, 1)
  const same = all.filter((one) => joinedWord(one.split('.').at(-1) ?? '') === joinedWord(key))
  return same.length <= MAX_SUGGESTIONS ? same : []
}

function keysOf(schemas: readonly Schema[]): readonly string[] {
  return [...new Set(schemas.flatMap(({ shape = {} }) => Object.keys(shape)))]
}

/** Keys below those that an operator names, and in lists, depend on what stands there: they are left out. */
function* keysBelow(
  schemas: readonly Schema[],
  path: readonly string[],
): Generator<readonly string[]> {
  if (path.length > MAX_DEPTH) return
  for (const key of keysOf(schemas)) {
    yield [...path, key]
    yield* keysBelow(below(schemas, key), [...path, key])
  }
}

/** However the words of a key are put together: `http.port`, `http_port`, `httpPort`. */
function joinedWord(key: string): string {
  return key.replace(/[-_.]/g, '').toLowerCase()
}
