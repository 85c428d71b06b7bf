/** Reads the sources of the configuration: file, environment and flags; and tells where a value is wrong. */
import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'
import type { z } from 'zod'
import { WaybillError } from '../errors.js'
import { ConfigFile, isSection, type Origin, type Path, type Unchecked } from './file.js'
import { describe } from './issue.js'
import { resolvePaths } from './relative-paths.js'
import { removedAmong } from './removed-keys.js'

const PREFIX = 'WAYBILL_'

export interface ConfigSources {
  /** Path of a YAML or JSON file. */
  readonly file?: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Variables that `env:NAME` names. Default: `environment` */
  readonly variables?: Readonly<Record<string, string | undefined>>
  /** `key.path=value` settings from the command line; they win over the environment. */
  readonly settings: readonly string[]
}

/** @throws WaybillError WAYBILL_CONFIG_INVALID or WAYBILL_CONFIG_UNREADABLE */
export function readSources(sources: ConfigSources): Unchecked {
  const file = sources.file === undefined ? undefined : new ConfigFile(sources.file)
  const origins = new Map<string, Origin>()
  const value = file?.value ?? {}
  for (const setting of [...fromEnvironment(sources), ...fromSettings(sources)].flatMap((setting) =>
    keyByKey(setting),
  )) {
    put(value, setting.path, setting.value, setting.origin)
    origins.set(setting.path.join('.'), setting.origin)
  }
  return {
    value,
    file: sources.file,
    variables: sources.variables ?? sources.environment,
    folder: sources.file === undefined ? process.cwd() : dirname(resolve(sources.file)),
    location: (path) => originOf(path, origins, file),
    isInFile: (path) => file !== undefined && settingOf(path, origins) === undefined,
  }
}

/**
 * @returns what the schema makes of it, frozen
 * @throws WaybillError WAYBILL_CONFIG_INVALID, with the place of what is wrong
 */
export function checked<Value>(unchecked: Unchecked, schema: z.ZodType<Value>): Value {
  const { location: originOf } = unchecked
  const result = schema.safeParse(resolvePaths(unchecked, schema), { reportInput: true })
  if (result.success) return freeze(result.data)
  const { issues } = result.error
  const written = (meant: string, from: Path) =>
    originOf(from).startsWith(PREFIX) ? variableOf(meant) : meant
  const { path, sentence } =
    removedAmong(issues) ?? describe(issues[0] as z.core.$ZodIssue, schema, written)
  const key = path.map(String).join('.')
  throw new WaybillError(
    'WAYBILL_CONFIG_INVALID',
    `${originOf(path)}: ${key && `${key}: `}${sentence}`,
  )
}

/**
 * A setting gave the value itself, the list or section that holds it, or a part of it. What is missing
 * is so where the section is that it is missing in.
 */
function originOf(path: Path, origins: ReadonlyMap<string, Origin>, file?: ConfigFile): Origin {
  const setting = settingOf(path, origins)
  if (setting !== undefined) return setting
  for (let length = path.length; length > 0; length -= 1) {
    const section = path.slice(0, length)
    if (file?.has(section)) return file.originOf(section)
    const below = [...origins].find(([key]) => key.startsWith(`${section.join('.')}.`))
    if (below) return below[1]
  }
  return file?.originOf([]) ?? 'configuration'
}

/** The flag or variable that gave the value, or what holds it. */
function settingOf(path: Path, origins: ReadonlyMap<string, Origin>): Origin | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const origin = origins.get(path.slice(0, length).join('.'))
    if (origin !== undefined) return origin
  }
  return undefined
}

interface Setting {
  readonly path: readonly string[]
  readonly value: unknown
  readonly origin: Origin
}

/**
 * A section sets the keys that it names, and leaves the others as they are.
 *
 * @param above  what the value stands in: an alias of YAML can make one that contains itself
 */
function keyByKey(setting: Setting, above: readonly unknown[] = []): readonly Setting[] {
  const { path, value, origin } = setting
  if (!isSection(value) || Object.keys(value).length === 0 || above.includes(value)) {
    return [setting]
  }
  return Object.entries(value).flatMap(([key, member]) =>
    keyByKey({ path: [...path, key], value: member, origin }, [...above, value]),
  )
}

/** `WAYBILL_HTTP__BASE_PATH` is http.basePath: two underscores step in, one joins words. */
function fromEnvironment({ environment }: ConfigSources): readonly Setting[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith(PREFIX) && value !== undefined && name !== `${PREFIX}CONFIG`
      ? [
          {
            path: name.slice(PREFIX.length).split('__').map(camelCase),
            value: scalar(value, name),
            origin: name,
          },
        ]
      : [],
  )
}

function camelCase(words: string): string {
  return words.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function variableOf(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => `_${letter}`).replaceAll('.', '__')
  return PREFIX + words.toUpperCase()
}

function fromSettings({ settings }: ConfigSources): readonly Setting[] {
  return settings.map((setting) => {
    const equals = setting.indexOf('=')
    if (equals < 1) {
      throw new WaybillError('WAYBILL_CONFIG_INVALID', `--set ${setting}: expected key.path=value`)
    }
    const origin = `--set ${setting.slice(0, equals)}`
    return {
      path: setting.slice(0, equals).split('.'),
      value: scalar(setting.slice(equals + 1), origin),
      origin,
    }
  })
}

/**
 * Values are read as in the file, so that 8090 is a number and [a, b] a list; but without braces
 * there is no section, so that the address :: is not mistaken for one.
 */
function scalar(text: string, origin: Origin): unknown {
  try {
    const value: unknown = parse(text) ?? text
    return isSection(value) && !text.trimStart().startsWith('{') ? text : value
  } catch {
    throw new WaybillError(
      'WAYBILL_CONFIG_INVALID',
      // It may be a secret.
      `${origin}: expected a YAML value; a text with special characters stands in quotes`,
    )
  }
}

function put(
  into: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
  origin: Origin,
): void {
  let at = into
  for (const key of path.slice(0, -1)) {
    const next = Object.hasOwn(at, key) ? at[key] : undefined
    if (next !== undefined && next !== null && !isSection(next)) {
      throw new WaybillError('WAYBILL_CONFIG_INVALID', `${origin}: ${key} is no section`)
    }
    const section = (next ?? {}) as Record<string, unknown>
    Object.defineProperty(at, key, {
      value: section,
      enumerable: true,
      writable: true,
      configurable: true,
    })
    at = section
  }
  const last = path.at(-1) ?? ''
  // Of a section without keys it is said only that it is there.
  if (isSection(value) && Object.hasOwn(at, last) && isSection(at[last])) return
  Object.defineProperty(at, last, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}

function freeze<Type>(value: Type): Type {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) freeze(member)
  }
  return value
}
