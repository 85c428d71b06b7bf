/** JSON, faster than by JSON.stringify for what a log and a journal write: few fields, short texts of ASCII. */

/** ASCII without control characters, quotation marks and backslashes: it stands in JSON as it is. */
const PLAIN = /^[ !#-[\]-~]*$/
/** Characters of a text that are looked at here; what is longer is written by JSON.stringify. */
const SHORT = 256
/** Objects within objects that are written here. */
const DEPTH = 2

/** The same as JSON.stringify of a text. */
export function jsonString(text: string): string {
  return text.length <= SHORT && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

/**
 * The same as JSON.stringify.
 *
 * @returns undefined for what JSON has no place for: undefined, a function, a symbol
 * @throws TypeError as JSON.stringify: a bigint, an object within itself
 */
export function jsonText(value: unknown): string | undefined {
  return textAt(value, DEPTH)
}

function textAt(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return jsonString(value)
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (depth === 0) return JSON.stringify(value)
      if (Array.isArray(value)) return arrayText(value, depth - 1)
      return isPlain(value) ? membersText(value, depth - 1) : JSON.stringify(value)
    case 'undefined':
    case 'function':
    case 'symbol':
      return undefined
    case 'bigint':
      return JSON.stringify(value)
  }
}

/** Not an array of another kind, and nothing that says itself how it is written. */
function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype && !('toJSON' in value)
}

function arrayText(items: readonly unknown[], depth: number): string {
  let text = ''
  for (const item of items) text += `${text === '' ? '' : ','}${textAt(item, depth) ?? 'null'}`
  return `[${text}]`
}

/** Of a plain object: all that is enumerable is its own. */
function membersText<Plain extends object>(object: Plain, depth: number): string {
  let text = ''
  for (const name in object) {
    const written = textAt(object[name], depth)
    if (written !== undefined) text += `${text === '' ? '' : ','}${jsonString(name)}:${written}`
  }
  return `{${text}}`
}

/** A member that was written before. */
interface Written {
  /** Its name as it stands in JSON, with a comma and a colon. */
  readonly head: string
  value: unknown
  text: string
}

/** Names that are kept; objects can have any number of them. */
const MAX_NAMES = 1_000

/** Writes members of objects, `,"name":value`: of most the name was written before, of many the value as well. */
export class MemberWriter {
  readonly #written = new Map<string, Written>()

  /**
   * @returns `''` for what JSON has no place for
   * @throws TypeError as `jsonText`
   */
  member(name: string, value: unknown): string {
    const json = jsonText(value)
    return json === undefined ? '' : this.#of(name).head + json
  }

  /** The same for a value that the next object is likely to have, too; it is kept in memory until then. */
  likeBefore(name: string, value: string | number | boolean): string {
    const written = this.#of(name)
    if (written.value !== value) {
      written.value = value
      written.text = this.member(name, value)
    }
    return written.text
  }

  #of(name: string): Written {
    const kept = this.#written.get(name)
    if (kept) return kept
    const made = { head: `,${jsonString(name)}:`, value: undefined, text: '' }
    if (this.#written.size < MAX_NAMES) this.#written.set(name, made)
    return made
  }
}
