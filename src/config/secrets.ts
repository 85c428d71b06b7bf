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

/** What stands in place of secrets in a configuration, and is printed. */
export interface Shown {
  /** Undefined where the secret itself stands. */
  at(path: Path): string | undefined
  /** True if something in a list or section names a secret. */
  isAbove(path: Path): boolean
}

/** Where every secret stands itself. */
export const NOT_SHOWN: Shown = { at: () => undefined, isAbove: () => false }

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
  const masking = { found, shown: NOT_SHOWN }
  return mask(value, { schemas, path, above: new Set(), secret: false }, masking)
}

/**
 * The same configuration with what names a secret in place of it, or else with a mask.
 *
 * @param found  notified of the path of each that is masked
 */
export function withNames(
  config: unknown,
  schema: z.ZodType,
  shown: Shown,
  found: (path: Path) => void,
): unknown {
  const location = { schemas: alternatives(schema), path: [], above: new Set(), secret: false }
  return mask(config, location, { found, shown })
}

/** Where the secrets of a configuration stand themselves. */
export function secretsIn(value: unknown, schema: z.ZodType, shown: Shown): readonly Path[] {
  const paths: Path[] = []
  withNames(value, schema, shown, (path) => paths.push(path))
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
  /** True in a list or section that is a secret as a whole. */
  readonly secret: boolean
}

interface Masking {
  readonly found: (path: Path) => void
  readonly shown: Shown
}

function mask(value: unknown, location: Location, masking: Masking): unknown {
  const { schemas, path, above } = location
  const { found, shown } = masking
  if (value === undefined || value === null || above.has(value)) return value
  const reference = shown.at(path)
  if (reference !== undefined) return reference
  const secret = location.secret || isSecretAt(value, schemas, path)
  if (secret && !shown.isAbove(path)) {
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
    const at = { schemas: below(schemas, key), path: [...path, key], above: inside, secret }
    return mask(member, at, masking)
  }
  if (Array.isArray(value)) return value.map(each)
  if (!isSection(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one, key)]))
}

/** True for what is marked as a secret, or has the name of one where nobody says what it is. */
export function isSecretAt(value: unknown, schemas: readonly Schema[], path: Path): boolean {
  if (isMarked(schemas, 'secret')) return true
  const name = path.at(-1)
  if (typeof name !== 'string' || !SECRET_NAME.test(name)) return false
  if (isMarked(schemas, 'file')) return false
  // A number, a list or a section is one only where no schema says what it is.
  const open = schemas.every(({ def }) => ['unknown', 'any'].includes(def.type))
  return typeof value === 'string' || open
}
