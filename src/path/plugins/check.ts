/** Looks at what a plugin's factory returned: a plugin need not have been compiled against its types. */
import { isNcName } from '../../xml/characters.js'
import { parseClarkName } from '../../xml/tree.js'

/** @returns what is wrong with it, as the rest of a sentence about the plugin */
export function whatIsWrong(definition: unknown): string | undefined {
  if (!isRecord(definition)) return 'does not return operations and headers'
  const { close } = definition
  if (close !== undefined && typeof close !== 'function') return 'has a close that is no function'
  return (
    members(definition, 'operations', 'invoke', wrongOperation) ??
    members(definition, 'headers', 'process', wrongHandler)
  )
}

type Member = Readonly<Record<string, unknown>>

function wrongOperation({
  exchange,
  dispatch,
  ordered,
  retry,
  public: open,
  validateAnswer,
  mtom,
  values,
}: Member): string | undefined {
  if (![undefined, 'request-response', 'one-way'].includes(exchange as string | undefined)) {
    return `the exchange ${JSON.stringify(exchange)}; expected "request-response" or "one-way"`
  }
  if (![undefined, 'inline', 'queue'].includes(dispatch as string | undefined)) {
    return `the dispatch ${JSON.stringify(dispatch)}; expected "inline" or "queue"`
  }
  if (![undefined, true, false].includes(open as boolean | undefined)) {
    return `the public ${JSON.stringify(open)}; expected true or false`
  }
  if (![undefined, true, false].includes(validateAnswer as boolean | undefined)) {
    return `the validateAnswer ${JSON.stringify(validateAnswer)}; expected true or false`
  }
  if (![undefined, true, false].includes(mtom as boolean | undefined)) {
    return `the mtom ${JSON.stringify(mtom)}; expected true or false`
  }
  if (![undefined, true, false].includes(ordered as boolean | undefined)) {
    return `the ordered ${JSON.stringify(ordered)}; expected true or false`
  }
  if (ordered === true && dispatch === 'inline') {
    return 'ordered with the dispatch "inline"; expected "queue": only the queue keeps an order'
  }
  const wrongChoice = wrongValues(values)
  if (wrongChoice !== undefined || retry === undefined) return wrongChoice
  if (!isRecord(retry)) return 'a retry that is no object'
  const wrong = ['attempts', 'delay', 'maxDelay', 'timeLimit'].find(
    (key) => retry[key] !== undefined && !isPositive(retry[key]),
  )
  return wrong === undefined ? undefined : `a retry whose ${wrong} is no positive whole number`
}

function isPositive(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0
}

/** What may be chosen about values, the default first. */
const CHOICES: ReadonlyMap<string, readonly unknown[]> = new Map([
  ['dates', ['text', 'Date']],
  ['decimals', ['text', 'number']],
  ['binary', ['bytes', 'stream']],
])

function wrongValues(values: unknown): string | undefined {
  if (values === undefined) return undefined
  if (!isRecord(values)) return 'values that are no object'
  for (const [key, choice] of Object.entries(values)) {
    const choices = CHOICES.get(key)
    if (!choices)
      return `values with ${JSON.stringify(key)}; expected ${expected([...CHOICES.keys()])}`
    if (choice === undefined || choices.includes(choice)) continue
    return `the values.${key} ${JSON.stringify(choice)}; expected ${expected(choices)}`
  }
  return undefined
}

function expected(choices: readonly unknown[]): string {
  return choices.map((choice) => JSON.stringify(choice)).join(' or ')
}

function wrongHandler({ name, values }: Member): string | undefined {
  // SOAP 1.1 §4: no header block is without one, so none would ever be handled.
  return parseClarkName(String(name)).namespace === '' ? 'no namespace' : wrongValues(values)
}

function members(
  definition: Member,
  list: string,
  does: string,
  whatElse: (member: Member) => string | undefined,
): string | undefined {
  const input = definition[list] ?? []
  if (!Array.isArray(input)) return `has ${list} that are no list`
  for (const member of input) {
    if (!isRecord(member)) return `has ${list} that are no objects`
    const { name, schema, [does]: run } = member
    if (typeof name !== 'string' || !isNcName(parseClarkName(name).local)) {
      return `names one of its ${list} ${JSON.stringify(name)}; expected {namespace}name`
    }
    if (typeof run !== 'function') return `has no function ${does} for ${name}`
    if (schema !== undefined && !isFile(schema)) {
      return `has a schema for ${name} that is no file: URL`
    }
    const wrong = whatElse(member)
    if (wrong !== undefined) return `gives ${name} ${wrong}`
  }
  return undefined
}

function isFile(schema: unknown): boolean {
  return schema instanceof URL && schema.protocol === 'file:'
}

function isRecord(value: unknown): value is Member {
  return typeof value === 'object' && value !== null
}
