/** Finds what is secret in a configuration, so that it is neither printed nor told in an error. */
import type { z } from 'zod'
import { isSection, type Path } from './file.js'
import { alternatives, below, isMarked, type Schema } from './members.js'

/** What is printed in place of a secret. */
const MASK = '***'

/**
 * Keys that hold a secret by their name, wherever they stand: of options of plugins no schema is known,
 * and the author of a transport may have forgotten to mark one.
 */
export const SECRET_NAME = /(pass(wor[dt]|phrase|wd)?|pwd|secret|token|credential|key)s?$/i

/**
 * The same value with a mask in place of each secret, and without the user and password of URLs.
 *
 * @param path    where in the configuration the value is
 * @param schema  of the whole configuration
 * @param found   notified of the path of each secret
 */
export function masked(
  value: unknown,
  schema: z.ZodType,
  path: Path = [],
  found: (path: Path) => void = () => undefined,
): unknown {
  const schemas = path.reduce(below, alternatives(schema))
  return mask(value, { schemas, path, above: new Set() }, found)
}

/** Where the secrets of a configuration are. */
export function secretsIn(value: unknown, schema: z.ZodType): readonly Path[] {
  const paths: Path[] = []
  masked(value, schema, [], (path) => paths.push(path))
  return paths
}

/** A text without the user and password of a URL in it; of what is not quite a URL, all that may be some. */
function withoutLogin(text: string): string {
  return text.replace(URL.canParse(text) ? /\/\/[^/?#]*@/g : /\/\/.*@/gs, '//…@')
}

/** Where in a configuration a value stands. */
interface Location {
  readonly schemas: readonly Schema[]
  readonly path: Path
  /** What the value stands in: an alias of YAML can make one that contains itself. */
  readonly above: ReadonlySet<unknown>
}

function mask(value: unknown, location: Location, found: (path: Path) => void): unknown {
  const { schemas, path, above } = location
  if (value === undefined || value === null || above.has(value)) return value
  if (isSecret(value, location)) {
    found(path)
    return MASK
  }
  if (typeof value === 'string') {
    const shown = withoutLogin(value)
    if (shown !== value) found(path)
    return shown
  }
  const each = (member: unknown, key: PropertyKey) => {
    const inside = new Set([...above, value])
    const at: Location = { schemas: below(schemas, key), path: [...path, key], above: inside }
    return mask(member, at, found)
  }
  if (Array.isArray(value)) return value.map(each)
  if (!isSection(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one, key)]))
}

function isSecret(value: unknown, { schemas, path }: Location): boolean {
  if (isMarked(schemas, 'secret')) return true
  const name = path.at(-1)
  if (typeof name !== 'string' || !SECRET_NAME.test(name)) return false
  if (isMarked(schemas, 'file')) return false
  // A number, a list or a section is one only where no schema says what it is.
  const open = schemas.every(({ def }) => ['unknown', 'any'].includes(def.type))
  return typeof value === 'string' || open
}
