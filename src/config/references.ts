/** Puts secrets in place of what names them in a configuration: variables of the environment, and files. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { z } from 'zod'
import { systemReason } from '../base/errno.js'
import { WaybillError } from '../errors.js'
import { isSection, type Path, type Unchecked } from './file.js'
import { alternatives, below, isMarked, type Schema } from './members.js'
import type { NamedFile } from './pem.js'
import { isSecretAt } from './secrets.js'

/** Bytes of a file with a secret: tokens and keys are much smaller. */
const MAX_SIZE = 65_536

/** A text in the configuration that is not the secret itself. */
interface Reference {
  readonly path: Path
  /** As it can stand in a configuration file, with the whole path of a file. */
  readonly written: string
  /** `text:` is followed by the secret itself. */
  readonly kind: 'env' | 'file' | 'text'
  /** Undefined unless the secret is the content of a file. */
  readonly file: string | undefined
}

/** The references of a configuration, each where it stands. */
export class References {
  readonly #all: ReadonlyMap<string, Reference>

  constructor(all: readonly Reference[]) {
    this.#all = new Map(all.map((one) => [keyOf(one.path), one]))
  }

  /** What names the secret of a key; undefined where the secret itself stands there. */
  at(path: Path): string | undefined {
    const found = this.#all.get(keyOf(path))
    return found?.kind === 'text' ? undefined : found?.written
  }

  /** The configuration with each reference in place of its secret, `text:` and the secret included. */
  putInto(config: unknown, path: Path = []): unknown {
    const found = this.#all.get(keyOf(path))
    if (found) return found.written
    if (Array.isArray(config)) return config.map((one, key) => this.putInto(one, [...path, key]))
    if (!isSection(config)) return config
    return Object.fromEntries(
      Object.entries(config).map(([key, one]) => [key, this.putInto(one, [...path, key])]),
    )
  }

  /** True if something in a list or section names a secret. */
  isAbove(path: Path): boolean {
    const above = `${keyOf(path)}.`
    return [...this.#all].some(([key, { kind }]) => key.startsWith(above) && kind !== 'text')
  }

  /** Files whose contents are secrets, each with the key that names it. */
  get files(): readonly NamedFile[] {
    return [...this.#all].flatMap(([key, { file }]) => (file === undefined ? [] : { file, key }))
  }
}

interface Resolved {
  readonly value: Readonly<Record<string, unknown>>
  readonly references: References
}

/**
 * The same configuration with the secrets themselves: `env:NAME` is the value of that variable, `file:path` the content
 * of that file without its last line break, `text:` what follows it.
 *
 * @param schema  of the whole configuration
 * @throws WaybillError WAYBILL_CONFIG_INVALID for a variable that is not set, and for `${`; WAYBILL_FILE_UNUSABLE
 */
export function withSecrets(unchecked: Unchecked, schema: z.ZodType): Resolved {
  const found: Reference[] = []
  const read = (text: string, path: Path) => {
    const { value, ...reference } = readSecret(text, { unchecked, path })
    if (reference.kind !== undefined) found.push({ ...reference, kind: reference.kind, path })
    return value
  }
  const schemas = alternatives(schema)
  const value = change(unchecked.value, { schemas, path: [], above: [], secret: false }, read)
  return { value: isSection(value) ? value : unchecked.value, references: new References(found) }
}

interface Location {
  readonly schemas: readonly Schema[]
  readonly path: Path
  /** What the value stands in: an alias of YAML can make one that contains itself. */
  readonly above: readonly unknown[]
  /** True in a list or section that is a secret as a whole. */
  readonly secret: boolean
}

function change(
  value: unknown,
  { schemas, path, above, secret }: Location,
  read: (text: string, path: Path) => string,
): unknown {
  // What the schema does not know is refused as that.
  if (schemas.length === 0 && !secret) return value
  const isSecret = secret || isSecretAt(value, schemas, path)
  if (typeof value === 'string') {
    return isSecret || isMarked(schemas, 'login') ? read(value, path) : value
  }
  if (above.includes(value)) return value
  const each = (one: unknown, key: PropertyKey) => {
    const inside = [...above, value]
    const at = { schemas: below(schemas, key), path: [...path, key], above: inside }
    return change(one, { ...at, secret: isSecret }, read)
  }
  if (Array.isArray(value)) {
    const members = value.map(each)
    return members.every((one, index) => one === value[index]) ? value : members
  }
  if (!isSection(value)) return value
  const members = Object.entries(value).map(([key, one]) => [key, each(one, key)] as const)
  // What has no reference in it stays what it is: a program may hand over objects that are no sections.
  return members.every(([key, one]) => one === value[key]) ? value : Object.fromEntries(members)
}

interface Where {
  readonly unchecked: Unchecked
  readonly path: Path
}

type Read = Omit<Reference, 'path' | 'kind'> & {
  readonly value: string
  /** Undefined for a secret that stands in the configuration itself. */
  readonly kind: Reference['kind'] | undefined
}

function readSecret(text: string, where: Where): Read {
  const [, kind, rest = ''] = /^(env|file|text):(.*)$/s.exec(text) ?? []
  switch (kind) {
    case 'env':
      return { kind, written: text, value: variable(rest, where), file: undefined }
    case 'file': {
      const file = pathOf(rest, where)
      return { kind, written: `file:${resolve(file)}`, value: content(file, where), file }
    }
    case 'text':
      return { kind, written: text, value: rest, file: undefined }
    default:
      if (text.includes('${')) throw notReplaced(text, where)
      return { kind: undefined, written: text, value: text, file: undefined }
  }
}

function variable(name: string, where: Where): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    throw invalid(where, 'expected the name of a variable of the environment after env:')
  }
  if (name.startsWith('WAYBILL_')) {
    const sentence = `env:${name}: variables whose names begin with WAYBILL_ set keys of the configuration: give this one another name`
    throw invalid(where, sentence)
  }
  const value = where.unchecked.variables[name]
  if (value === undefined) {
    throw invalid(where, `the environment variable ${name} is not set: set it, or write file:path`)
  }
  if (value === '') throw invalid(where, `the environment variable ${name} is empty`)
  return value
}

/** Beside the file that names it, or from the working folder where a flag or a variable does. */
function pathOf(path: string, where: Where): string {
  if (path === '') throw invalid(where, 'expected the path of a file after file:')
  const { file, isInFile } = where.unchecked
  const beside = file !== undefined && isInFile(where.path) && !isAbsolute(path)
  return beside ? join(dirname(file), path) : path
}

function content(file: string, where: Where): string {
  const value = readWhole(file, where).replace(/\r?\n$/, '')
  if (value === '') throw unusable(file, 'is empty', where)
  return value
}

function readWhole(file: string, where: Where): string {
  let bytes: Buffer | string
  try {
    const found = statSync(file)
    // What is no file, such as a pipe, could keep the node waiting.
    if (!found.isFile()) bytes = 'is no file'
    else if (found.size > MAX_SIZE) bytes = 'is larger than 64KiB: it holds more than one secret'
    else bytes = readFileSync(file)
  } catch (error) {
    throw unusable(file, `cannot be read (${systemReason(error)})`, where)
  }
  if (typeof bytes === 'string') throw unusable(file, bytes, where)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unusable(file, 'is no text in UTF-8', where)
  }
}

function notReplaced(text: string, where: Where): WaybillError {
  // Only the whole text is surely no secret.
  const [, name = 'NAME'] = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text) ?? []
  const key = String(where.path.at(-1))
  const line = typeof where.path.at(-1) === 'number' ? `- env:${name}` : `${key}: env:${name}`
  const sentence = `nothing is put in place of \${…} in a configuration: write ${line} for a variable of the environment, or text: before a secret that contains \${`
  return invalid(where, sentence)
}

function invalid(where: Where, sentence: string): WaybillError {
  return new WaybillError('WAYBILL_CONFIG_INVALID', `${at(where)}: ${sentence}`)
}

function unusable(file: string, what: string, where: Where): WaybillError {
  return new WaybillError('WAYBILL_FILE_UNUSABLE', `${at(where)}: ${file} ${what}`)
}

function at({ unchecked, path }: Where): string {
  return `${unchecked.location(path)}: ${keyOf(path)}`
}

function keyOf(path: Path): string {
  return path.map(String).join('.')
}
