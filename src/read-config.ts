/** Reads the configuration from file, environment and flags, and tells where it is wrong. */
import { readFileSync } from 'node:fs'
import { isMap, isScalar, LineCounter, type Node, parse, parseDocument } from 'yaml'
import type { z } from 'zod'
import { type Config, configSchema } from './config.js'
import { WaybillError } from './errors.js'

const PREFIX = 'WAYBILL_'

export interface ConfigSources {
  /** Path of a YAML or JSON file. */
  readonly file?: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** `key.path=value` settings from the command line; they win over the environment. */
  readonly settings: readonly string[]
}

/** Where a value came from, for people to read: `waybill.yaml:3:9`, `WAYBILL_HTTP__PORT`. */
type Origin = string
type Path = readonly PropertyKey[]

/** @throws WaybillError WAYBILL_CONFIG_INVALID or WAYBILL_CONFIG_UNREADABLE */
export function readConfig(sources: ConfigSources): Config {
  const file = sources.file === undefined ? undefined : new ConfigFile(sources.file)
  const origins = new Map<string, Origin>()
  const merged = file?.value ?? {}
  for (const { path, value, origin } of [...fromEnvironment(sources), ...fromSettings(sources)]) {
    put(merged, path, value, origin)
    origins.set(path.join('.'), origin)
  }
  const result = configSchema.safeParse(merged, { reportInput: true })
  if (result.success) return freeze(result.data)
  const [issue] = result.error.issues
  throw invalid(issue as z.core.$ZodIssue, (path) => originOf(path, origins, file))
}

function originOf(path: Path, origins: ReadonlyMap<string, Origin>, file?: ConfigFile): Origin {
  return origins.get(path.join('.')) ?? file?.place(path) ?? 'configuration'
}

class ConfigFile {
  readonly #name: string
  readonly #lines = new LineCounter()
  readonly #root: Node | null
  readonly value: Record<string, unknown>

  constructor(name: string) {
    this.#name = name
    const document = parseDocument(readText(name), {
      lineCounter: this.#lines,
      prettyErrors: false,
    })
    const [error] = document.errors
    if (error)
      throw new WaybillError(
        'WAYBILL_CONFIG_INVALID',
        `${this.#at(error.pos[0])}: ${error.message}`,
      )
    this.#root = document.contents
    const value: unknown = document.toJS({ maxAliasCount: 100 }) ?? {}
    if (typeof value !== 'object' || Array.isArray(value)) {
      throw new WaybillError('WAYBILL_CONFIG_INVALID', `${name}:1:1: expected keys and values`)
    }
    this.value = value as Record<string, unknown>
  }

  /** The place of a key, or of the nearest one above it that is there. */
  place(path: Path): Origin {
    let node: Node | null | undefined = this.#root
    let offset = 0
    for (const key of path) {
      if (isMap(node)) {
        const pair = node.items.find(
          (item) => isScalar(item.key) && String(item.key.value) === String(key),
        )
        if (!pair) break
        offset = (pair.key as Node).range?.[0] ?? offset
        node = pair.value as Node | null
      } else if (node && 'items' in node) {
        node = (node.items as unknown as Node[])[Number(key)]
        offset = node?.range?.[0] ?? offset
      } else break
    }
    return this.#at(offset)
  }

  #at(offset: number): Origin {
    const { line, col } = this.#lines.linePos(offset)
    return `${this.#name}:${Math.max(line, 1)}:${Math.max(col, 1)}`
  }
}

function readText(name: string): string {
  try {
    return readFileSync(name, 'utf8')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new WaybillError('WAYBILL_CONFIG_UNREADABLE', `${name} cannot be read (${reason})`)
  }
}

interface Setting {
  readonly path: readonly string[]
  readonly value: unknown
  readonly origin: Origin
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

/** Values are read as in the file, so that 8090 is a number and [a, b] a list. */
function scalar(text: string, origin: Origin): unknown {
  try {
    return parse(text) ?? text
  } catch {
    throw new WaybillError(
      'WAYBILL_CONFIG_INVALID',
      `${origin}: ${JSON.stringify(text)} is not a YAML value`,
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
    if (next !== undefined && (typeof next !== 'object' || next === null || Array.isArray(next))) {
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
  Object.defineProperty(at, path.at(-1) ?? '', {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}

function invalid(issue: z.core.$ZodIssue, place: (path: Path) => Origin): WaybillError {
  const { path, sentence } = describe(issue)
  const key = path.map(String).join('.')
  return new WaybillError(
    'WAYBILL_CONFIG_INVALID',
    `${place(path)}: ${key && `${key}: `}${sentence}`,
  )
}

function describe(issue: z.core.$ZodIssue): { path: Path; sentence: string } {
  const { path } = issue
  const came = 'input' in issue ? `, got ${shown(issue.input)}` : ''
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [key = ''] = issue.keys
      const known = knownKeys(path)
      return {
        path: [...path, key],
        sentence: `there is no such key${known && `; expected one of ${known}`}`,
      }
    }
    case 'invalid_type':
      return {
        path,
        sentence: `expected ${issue.expected === 'int' ? 'a whole number' : issue.expected}${came}`,
      }
    case 'too_small':
      return { path, sentence: `expected at least ${issue.minimum}${came}` }
    case 'too_big':
      return { path, sentence: `expected at most ${issue.maximum}${came}` }
    case 'invalid_value':
      return { path, sentence: `expected one of ${issue.values.map(String).join(', ')}${came}` }
    case 'invalid_union': {
      // The most specific complaint of the members: the one that got deepest.
      const deepest = issue.errors.flat().sort((one, two) => two.path.length - one.path.length)[0]
      if (deepest && deepest.path.length > 0)
        return describe({ ...deepest, path: [...path, ...deepest.path] } as z.core.$ZodIssue)
      return { path, sentence: `expected a name, or use, as and options${came}` }
    }
    default:
      return { path, sentence: `${issue.message}${came}` }
  }
}

function knownKeys(path: Path): string {
  let schema: unknown = configSchema
  for (const key of path) schema = unwrap(schema)?.shape[String(key)]
  const shape = unwrap(schema)?.shape
  return shape ? Object.keys(shape).join(', ') : ''
}

function unwrap(schema: unknown): z.ZodObject | undefined {
  let at = schema as { def?: { innerType?: unknown }; shape?: object } | undefined
  while (at?.def?.innerType) at = at.def.innerType as typeof at
  return at?.shape ? (at as unknown as z.ZodObject) : undefined
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function freeze<Type>(value: Type): Type {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) freeze(member)
  }
  return value
}
