/** The business keys in a line of the journal: values alone where names and kinds are as in the line before. */
import { jsonString, jsonText } from '../../../base/json-text.js'
import type { KeySeen } from '../../../message/events/events.js'
import { keptOf } from '../values.js'

/**
 * @param before  those of the last event of the kind
 * @returns JSON of what is in their place: `null` for none; undefined if they are the same
 */
export function keysChange(
  before: readonly KeySeen[],
  keys: readonly KeySeen[],
): string | undefined {
  if (keys.length === 0) return before.length === 0 ? undefined : 'null'
  if (!areAlike(before, keys)) return jsonText(keys)
  let values = ''
  let differs = false
  for (let index = 0; index < keys.length; index += 1) {
    const kept = keptAt(keys, index)
    differs ||= kept !== keptAt(before, index)
    values += `${index === 0 ? '' : ','}${jsonString(kept)}`
  }
  return differs ? `[${values}]` : undefined
}

/**
 * The reverse.
 *
 * @param read  what a line has, as it was parsed
 * @returns undefined for what is not the keys of an event
 */
export function keysRead(
  before: readonly KeySeen[],
  read: readonly unknown[],
): readonly KeySeen[] | undefined {
  if (typeof read[0] !== 'string') return read.every(isKey) ? read : undefined
  if (read.length !== before.length || !read.every((one) => typeof one === 'string'))
    return undefined
  return before.map((key, index) => {
    const { name } = key
    const kept = read[index] ?? ''
    return 'value' in key ? { name, value: kept } : { name, hash: kept }
  })
}

function isKey(value: unknown): value is KeySeen {
  return typeof value === 'object' && value !== null && 'name' in value
}

/** True if they differ in their values alone. */
function areAlike(before: readonly KeySeen[], keys: readonly KeySeen[]): boolean {
  if (before.length !== keys.length) return false
  for (let index = 0; index < keys.length; index += 1) {
    if (!isAlike(before[index], keys[index])) return false
  }
  return true
}

function isAlike(one: KeySeen | undefined, other: KeySeen | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return one.name === other.name && 'value' in one === 'value' in other
}

function keptAt(keys: readonly KeySeen[], index: number): string {
  const key = keys[index]
  return key === undefined ? '' : keptOf(key)
}
