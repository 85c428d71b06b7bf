/** Looks at what a plugin's factory returned: a plugin need not have been compiled against its types. */
import { isNcName } from './xml/characters.js'
import { parseClarkName } from './xml/tree.js'

/** @returns what is wrong with it, as the rest of a sentence about the plugin */
export function whatIsWrong(definition: unknown): string | undefined {
  if (!isRecord(definition)) return 'does not return operations and headers'
  const { close } = definition
  if (close !== undefined && typeof close !== 'function') return 'has a close that is no function'
  return members(definition, 'operations', 'invoke') ?? members(definition, 'headers', 'process')
}

function members(
  definition: Readonly<Record<string, unknown>>,
  list: string,
  does: string,
): string | undefined {
  const given = definition[list] ?? []
  if (!Array.isArray(given)) return `has ${list} that are no list`
  for (const member of given) {
    if (!isRecord(member)) return `has ${list} that are no objects`
    const { name, schema, [does]: run } = member
    if (typeof name !== 'string' || !isNcName(parseClarkName(name).local)) {
      return `names one of its ${list} ${JSON.stringify(name)}; expected {namespace}name`
    }
    if (typeof run !== 'function') return `has no function ${does} for ${name}`
    if (schema !== undefined && !isFile(schema)) {
      return `has a schema for ${name} that is no file: URL`
    }
  }
  return undefined
}

function isFile(schema: unknown): boolean {
  return schema instanceof URL && schema.protocol === 'file:'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
