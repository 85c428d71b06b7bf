/** The configuration that is in effect, key by key: what is not the default, what a reload changed, what waits for a restart. */
import type { z } from 'zod'
import { shortened } from '../../../base/shortened.js'
import { wallTime } from '../../../base/time.js'
import { isSection } from '../../../config/file.js'
import type { Config } from '../../../config/schema.js'
import type { Shown } from '../../../config/secrets.js'
import { shownConfig } from '../../../config/shown.js'
import type { ConfigurationView } from '../api.js'

/** Keys that are shown, and characters of a value. */
const MAX_KEYS = 2_000
const MAX_VALUE = 2_000
/** Keys whose change is remembered. */
const MAX_CHANGED = 1_000

/** What a reload did. */
export interface Reload {
  /** What is in effect now. */
  readonly config: Config
  /** What names secrets in it. Default: nothing. */
  readonly references?: Shown | undefined
  /** Keys that are in effect now. */
  readonly changed: readonly string[]
  /** Keys that are in effect after a restart only. */
  readonly restart: readonly string[]
}

export class ConfigNow {
  readonly schema: z.ZodType
  #config: Config
  #references: Shown | undefined
  /** By key: milliseconds since 1970. */
  readonly #changed = new Map<string, number>()
  #restart: readonly string[] = []
  #view: ConfigurationView | undefined

  /**
   * @param schema      of the whole configuration
   * @param references  what names secrets in it. Default: nothing
   */
  constructor(config: Config, schema: z.ZodType, references?: Shown) {
    this.#config = config
    this.#references = references
    this.schema = schema
  }

  get config(): Config {
    return this.#config
  }

  reloaded({ config, references, changed, restart }: Reload): void {
    this.#config = config
    this.#references = references
    this.#restart = restart
    const at = wallTime()
    for (const key of changed) {
      if (this.#changed.size < MAX_CHANGED || this.#changed.has(key)) this.#changed.set(key, at)
    }
    this.#view = undefined
  }

  /** Without a secret. */
  get view(): ConfigurationView {
    this.#view ??= this.#make()
    return this.#view
  }

  #make(): ConfigurationView {
    const defaults = new Map(this.#defaults())
    const all = valuesIn(shownConfig(this.#config, this.schema, this.#references), [])
    return {
      keys: all.slice(0, MAX_KEYS).map(([key, value]) => ({
        key,
        value: shortened(value, MAX_VALUE),
        default: defaults.get(key) === value,
        changed: this.#changedAt(key),
        restart: this.#restart.some((one) => isWithin(key, one)),
      })),
      more: Math.max(0, all.length - MAX_KEYS),
      restart: this.#restart,
      changed: [...this.#changed].map(([key, at]) => ({ key, at })),
    }
  }

  /** What a node without a configuration has. */
  #defaults(): readonly (readonly [string, string])[] {
    const { success, data } = this.schema.safeParse({})
    return success && isSection(data) ? valuesIn(shownConfig(data, this.schema), []) : []
  }

  #changedAt(key: string): number | undefined {
    const times = [...this.#changed].flatMap(([one, at]) => (isWithin(key, one) ? at : []))
    return times.length === 0 ? undefined : Math.max(...times)
  }
}

/** True for a key that a reload names, and for those below it. */
function isWithin(key: string, above: string): boolean {
  return key === above || key.startsWith(`${above}.`)
}

/** Each key whose value is no section, with its value as text. */
function valuesIn(value: unknown, path: readonly string[]): readonly (readonly [string, string])[] {
  if (value === undefined) return []
  if (isSection(value) && (path.length === 0 || Object.keys(value).length > 0)) {
    return Object.entries(value).flatMap(([key, one]) => valuesIn(one, [...path, key]))
  }
  return [[path.join('.'), typeof value === 'string' ? value : textOfValue(value)]]
}

function textOfValue(value: unknown): string {
  const hasSections = Array.isArray(value) && value.some(isSection)
  return JSON.stringify(value, undefined, hasSections ? 2 : undefined)
}
