/** Makes the table of configuration keys for the documentation out of the schema. */
import { z } from 'zod'

/** The part of JSON Schema that the configuration needs. */
interface JsonSchema {
  readonly const?: unknown
  readonly type?: string
  readonly default?: unknown
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  /** Bounds of a length of time or a size, as they are written. */
  readonly least?: string
  readonly most?: string
  /** True for a secret. */
  readonly secret?: boolean
  /** True for a URL that may have a password in it. */
  readonly login?: boolean
}

const BEGIN = '<!-- keys: written by scripts/config-table.mjs -->'
const END = '<!-- end of keys -->'

export function configTable(schema: z.ZodType): string {
  const rows = keysOf(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema, '')
  return ['| key | type | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

/** Puts a table between the two marks of a text. */
export function replaceTable(text: string, table: string): string {
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (after === undefined) throw new Error(`the text has no ${BEGIN} with ${END} after it`)
  return `${before}${BEGIN}\n${table}\n${END}${after}`
}

function keysOf({ properties = {} }: JsonSchema, above: string): readonly string[] {
  return Object.entries(properties).flatMap(([name, key]) => {
    const path = above + name
    if (key.properties) return keysOf(key, `${path}.`)
    const { items, additionalProperties: each } = key
    const listed = items?.anyOf?.find((member) => member.properties) ?? items
    return [
      row(path, key),
      ...(listed?.properties ? keysOf(listed, `${path}[].`) : []),
      ...(typeof each === 'object' && each.properties ? keysOf(each, `${path}.*.`) : []),
    ]
  })
}

function row(path: string, key: JsonSchema): string {
  const preset = key.default === undefined ? '' : `\`${JSON.stringify(key.default)}\``
  const meaning = key.description ?? ''
  return `| \`${path}\` | ${typeOf(key).replaceAll('|', '\\|')} | ${preset} | ${meaning} |`
}

function several(each: JsonSchema = {}): string {
  return each.enum ? typeOf(each) : `${typeOf(each)}s`
}

function typeOf(key: JsonSchema): string {
  if (key.least !== undefined) return `${key.least} to ${key.most}`
  if (key.enum) return key.enum.map((value) => `\`${value}\``).join(', ')
  const [one, list] = key.anyOf ?? []
  if (one && list?.const === false) return `${typeOf(one)}, or \`false\``
  if (one && list?.type === 'array') return `${typeOf(one)}, or a list of them`
  switch (key.type) {
    case 'integer':
    case 'number':
      return `${key.minimum} to ${key.maximum}`
    case 'array':
      return `list of ${key.items?.anyOf ? 'names or sections' : several(key.items)}`
    case 'object':
      return typeof key.additionalProperties === 'object' && key.additionalProperties.type
        ? `section of ${typeOf(key.additionalProperties)}`
        : 'section'
    case 'boolean':
      return '`true`, `false`'
    case 'string':
      if (key.secret === true) return 'secret'
      return key.login === true ? 'text or secret' : 'text'
    default:
      throw new Error(`no name for the type ${JSON.stringify(key)}`)
  }
}
