/** Reads the text of a search as a business key, and finds it in what is kept, the same for jobs and for the journal. */
import type { KeySeen } from '../../../message/events/events.js'
import { keyText } from './hash.js'

/** What a search for a business key means. */
export interface KeyQuery {
  /** Name of the key. Default: any. */
  readonly name?: string | undefined
  /** The whole value, upper and lower case as it is there; white space counts as one space. */
  readonly value: string
}

/** One of the values that a search means, as they are kept; a thread can be notified of it. */
export interface KeyMeant {
  /** Name of the key. Default: any. */
  readonly name?: string | undefined
  readonly value: string
  /** Its keyed hashes, for those of which only that is kept: one for each name that the key may have. */
  readonly hashes: readonly string[]
}

/**
 * Makes the hashes that are kept in place of a value, by the secret of what is searched.
 *
 * @param name  of the key; undefined means each that the configuration has
 * @returns none where there is no secret
 */
export type HashesOf = (value: string, name: string | undefined) => readonly string[]

const NO_HASHES: HashesOf = () => []

/** Name of a key, as the configuration takes it, before a value. */
const NAMED = /^([A-Za-z][\w-]{0,31})[:=](.+)$/s

/** Reads `mrn=24DE1`, `mrn:24DE1` or `24DE1`; a value that begins like a name is found as well. */
export function keyQueryFrom(text: string): KeyQuery {
  const [, name, value] = NAMED.exec(text.trim()) ?? []
  return value === undefined ? { value: text } : { name, value }
}

/** A query as one text, which `keyQueryFrom` reads. */
export function keyQueryText({ name, value }: KeyQuery): string {
  return name === undefined ? value : `${name}:${value}`
}

/**
 * The values that a query means: with a name, also one that begins with it, such as `urn:x:1`.
 *
 * @param hashesOf  Default: none, so that no value is found of which only the hash is kept
 */
export function keysMeant(
  { name, value }: KeyQuery,
  hashesOf: HashesOf = NO_HASHES,
): readonly KeyMeant[] {
  const of = (text: string, named?: string): KeyMeant => {
    const kept = keyText(text)
    return { name: named, value: kept, hashes: hashesOf(kept, named) }
  }
  if (name === undefined) return [of(value)]
  return [of(value, name), of(`${name}:${value}`), of(`${name}=${value}`)]
}

/** True if one of the keys is among those that are meant. */
export function hasKey(keys: readonly KeySeen[], meant: readonly KeyMeant[]): boolean {
  return keys.some((key) => meant.some((one) => isMeant(key, one)))
}

function isMeant(key: KeySeen, { name, value, hashes }: KeyMeant): boolean {
  if (name !== undefined && name !== key.name) return false
  return 'value' in key ? key.value === value : hashes.includes(key.hash)
}

/** What is kept of a key: its value, or the hash of that. */
export function keptOf(key: KeySeen): string {
  return 'value' in key ? key.value : key.hash
}

/** For people: what is kept as a hash is not shown. Undefined for none. */
export function shownKeys(keys: readonly KeySeen[] | undefined): string | undefined {
  const texts = keys?.map((key) => `${key.name}=${'value' in key ? key.value : '(hidden)'}`)
  return texts?.length ? texts.join(', ') : undefined
}
