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
  /** The values themselves by names, those among them that are never shown: for routes. Long ones are left out. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

export const NO_KEYS: MessageKeys = Object.freeze({ seen: undefined, values: new Map() })

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
   */
  *kept(found: readonly FoundKey[], operation: string | undefined): Walk<MessageKeys> {
    const byName = this.#byName(found, operation)
    if (byName.size === 0) return NO_KEYS
    const seen: KeySeen[] = []
    const values = new Map<string, readonly string[]>()
    for (const [name, texts] of byName) {
      values.set(
        name,
        [...texts.keys()].filter((text) => text.length <= MAX_KEY_LENGTH),
      )
      for (const [text, hidden] of texts) {
        if (!hidden && text.length <= MAX_KEY_LENGTH) {
          seen.push({ name, value: text })
          continue
        }
        const secret = this.#secrets.current
        if (secret) seen.push({ name, hash: yield* hashing(secret, name, text) })
      }
    }
    return { seen: seen.length > 0 ? seen : undefined, values }
  }

  /** Of each name its values, and whether they are hidden. */
  #byName(
    found: readonly FoundKey[],
    operation: string | undefined,
  ): ReadonlyMap<string, ReadonlyMap<string, boolean>> {
    const byName = new Map<string, Map<string, boolean>>()
    for (const { definition, text, hidden } of found) {
      const { name, operation: wanted } = this.#definitions[definition] ?? {}
      if (name === undefined) continue
      if (wanted !== undefined && !isOperation(operation, wanted)) continue
      const texts = byName.get(name) ?? new Map<string, boolean>()
      byName.set(name, texts)
      if (texts.size < MAX_VALUES || texts.has(text)) {
        texts.set(text, hidden || texts.get(text) === true)
      }
    }
    return byName
  }
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
