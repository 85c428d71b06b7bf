/** The business keys of the configuration: what operators look for messages by, and routes may choose by. */
import type { KeySeen } from '../../../message/events/events.js'
import { readPath } from '../../../xml/paths/path.js'
import { Paths } from '../../../xml/paths/paths.js'
import type { XmlElement } from '../../../xml/tree.js'
import { PORTION, type Walk } from '../../../xml/walk.js'
import { ALWAYS_REDACTED } from '../capture/always-redacted.js'
import { isOperation } from '../capture/rules.js'
import { type FoundKey, KeyFinder, MAX_VALUES, type Sought } from './finder.js'
import { KeyHash, type KeySecret, MAX_KEY_LENGTH } from './hash.js'

export type { FoundKey } from './finder.js'

/** One way to find a key; several may have the same name. */
export interface KeyDefinition {
  readonly name: string
  /** As `journal.redact` has it. */
  readonly path: string
  /** Only in messages with this body entry: `{namespace}Name`, `{namespace}*`, `Name` or `*`. Default: in all. */
  readonly operation?: string | undefined
}

interface Settings {
  readonly keys: readonly KeyDefinition[]
  readonly redact: readonly string[]
}

/** The keys of one message. */
export interface MessageKeys {
  /** As they are kept and shown; undefined if there is none. */
  readonly seen: readonly KeySeen[] | undefined
  /** The values of a key, those among them that are never shown: for routes. Long ones are left out. */
  valuesOf(name: string): readonly string[]
}

export const NO_KEYS: MessageKeys = Object.freeze({ seen: undefined, valuesOf: () => [] })

/** Those that were kept with a job. */
export function keptKeys(seen: readonly KeySeen[] | undefined): MessageKeys | undefined {
  return seen && { ...NO_KEYS, seen }
}

/** What gives the secret of the journal. */
interface Secrets {
  readonly current: KeySecret | undefined
  prepare(): Promise<void>
}

/** @returns undefined if the configuration has none */
export function businessKeys(settings: Settings, secrets: Secrets): BusinessKeys | undefined {
  return settings.keys.length === 0 ? undefined : new BusinessKeys(settings, secrets)
}

export class BusinessKeys {
  readonly #definitions: readonly KeyDefinition[]
  readonly #sought: Sought
  readonly #secrets: Secrets

  constructor({ keys, redact }: Settings, secrets: Secrets) {
    this.#definitions = keys
    const paths = [...keys.map(({ path }) => path), ...redact].map(readPath)
    this.#sought = {
      paths: new Paths([...paths, ...ALWAYS_REDACTED]),
      definitions: keys.length,
    }
    this.#secrets = secrets
  }

  /** Gets what hashes need, if it can. */
  prepare(): Promise<void> {
    return this.#secrets.prepare()
  }

  /** @param encrypted  elements that came encrypted, or whose content did. Default: none */
  finder(encrypted?: readonly XmlElement[]): KeyFinder {
    return new KeyFinder(this.#sought, encrypted)
  }

  /**
   * What of the values that were found is kept; without the secret, none that needs a hash.
   *
   * @param operation  name of the body entry
   * @returns a walk if there are hashes to be made
   */
  kept(found: readonly FoundKey[], operation: string | undefined): MessageKeys | Walk<MessageKeys> {
    const values = this.#valuesOf(found, operation)
    if (values.length === 0) return NO_KEYS
    if (values.some(isHashed)) return hashed(values, this.#secrets)
    return new KeptKeys(
      values,
      values.map(({ name, text }) => ({ name, value: text })),
    )
  }

  /** In document order, each once, and so many of each name. */
  #valuesOf(found: readonly FoundKey[], operation: string | undefined): readonly Value[] {
    const values: Value[] = []
    for (const { definition, text, hidden } of found) {
      const { name, operation: wanted } = this.#definitions[definition] ?? {}
      if (name === undefined) continue
      if (wanted !== undefined && !isOperation(operation, wanted)) continue
      let count = 0
      let same: Value | undefined
      for (const one of values) {
        if (one.name !== name) continue
        count += 1
        if (one.text === text) same = one
      }
      if (same) same.hidden ||= hidden
      else if (count < MAX_VALUES) values.push({ name, text, hidden })
    }
    return values
  }
}

interface Value {
  readonly name: string
  readonly text: string
  /** True if it is hidden in one of the ways in which it was found. */
  hidden: boolean
}

class KeptKeys implements MessageKeys {
  readonly seen: readonly KeySeen[] | undefined
  readonly #values: readonly Value[]

  constructor(values: readonly Value[], seen: readonly KeySeen[]) {
    this.#values = values
    this.seen = seen.length > 0 ? seen : undefined
  }

  valuesOf(name: string): readonly string[] {
    const own = this.#values.filter((one) => one.name === name && one.text.length <= MAX_KEY_LENGTH)
    return own.map(({ text }) => text)
  }
}

function isHashed({ text, hidden }: Value): boolean {
  return hidden || text.length > MAX_KEY_LENGTH
}

function* hashed(values: readonly Value[], secrets: Secrets): Walk<MessageKeys> {
  const seen: KeySeen[] = []
  for (const value of values) {
    const { name, text } = value
    const secret = isHashed(value) ? secrets.current : undefined
    if (secret) seen.push({ name, hash: yield* hashing(secret, name, text) })
    else if (!isHashed(value)) seen.push({ name, value: text })
  }
  return new KeptKeys(values, seen)
}

/** A value may be as long as a message. */
function* hashing(secret: KeySecret, name: string, text: string): Walk<string> {
  const hash = new KeyHash(secret, name)
  for (let at = 0; at < text.length; ) {
    const end = portionEnd(text, at + PORTION)
    hash.add(text.slice(at, end))
    at = end
    if (at < text.length) yield
  }
  return hash.digest()
}

/** Not between the two UTF-16 units of a character. */
function portionEnd(text: string, end: number): number {
  if (end >= text.length) return text.length
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end
}
