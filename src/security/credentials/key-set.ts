/** The keys of an issuer of tokens: kept for a while, fetched again when they are old or do not have a key. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { systemReason } from '../../base/errno.js'
import { monotonicTime } from '../../base/time.js'
import { certificates } from '../../config/pem.js'
import type { TokensConfig } from '../../config/security.js'
import { WaybillError } from '../../errors.js'
import { NotChecked } from '../../message/credentials.js'
import { fetchKeys } from './fetch-keys.js'
import { MAX_BYTES, readKeys } from './read-keys.js'

/** Milliseconds after which keys are fetched again before they are used. */
const FRESH = 600_000
/** Milliseconds for which keys count that cannot be fetched again. */
const MAX_AGE = 3_600_000
/** Milliseconds between attempts: tokens with made-up keys do not flood the issuer. */
const COOLDOWN = 30_000

interface Held {
  readonly find: JWTVerifyGetKey
  readonly at: number
}

/** Notified of keys that are not available. */
export interface KeySetLog {
  warn(fields: object, sentence: string): void
}

/** What a set of keys works with. */
interface Around {
  /** Ends what is being fetched. */
  readonly closed: AbortSignal
  readonly log: KeySetLog
  /** Milliseconds, which never go back. Default: the monotonic time. */
  readonly clock?: () => number
}

export class KeySet {
  readonly #load: () => Promise<string>
  readonly #log: KeySetLog
  readonly #clock: () => number
  /** Text of the file; undefined for a URL. */
  readonly text: string | undefined
  #held: Held | undefined
  #tried = Number.NEGATIVE_INFINITY
  #loading: Promise<void> | undefined

  /**
   * A file is read now, a URL when the first token comes.
   *
   * @param name  of the issuer in the configuration
   * @throws WaybillError WAYBILL_FILE_UNUSABLE
   */
  constructor(
    name: string,
    { jwks, ca }: TokensConfig,
    { closed, log, clock = () => monotonicTime() }: Around,
  ) {
    this.#log = log
    this.#clock = clock
    const key = `security.tokens.${name}`
    if (isUrl(jwks)) {
      const authorities =
        ca === undefined ? undefined : certificates({ file: ca, key: `${key}.ca` })
      const url = new URL(jwks)
      this.#load = () => fetchKeys({ url, ca: authorities, most: MAX_BYTES, signal: closed })
    } else {
      this.#load = () => readFile(jwks, 'utf8')
      this.text = keySetText(jwks, `${key}.jwks`)
      this.#tried = clock()
      this.#held = usable(this.text, jwks, `${key}.jwks`, clock())
    }
  }

  /** @throws NotChecked if there are no keys now; errors of jose for a token that none of them fits */
  readonly find: JWTVerifyGetKey = async (...token) => {
    const now = this.#clock()
    if (!this.#held || now - this.#held.at > FRESH) await this.#renew()
    const held = this.#held
    if (!held || this.#clock() - held.at > MAX_AGE) throw new NotChecked('unavailable', 30)
    try {
      return await held.find(...token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await this.#renew()
      if (this.#held === held || !this.#held) throw error
      return await this.#held.find(...token)
    }
  }

  /** Once for all who wait, and not again right away. */
  #renew(): Promise<void> | undefined {
    if (this.#loading) return this.#loading
    if (this.#clock() - this.#tried < COOLDOWN) return undefined
    this.#tried = this.#clock()
    this.#loading = this.#fetch().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #fetch(): Promise<void> {
    try {
      this.#held = held(await this.#load(), this.#clock())
    } catch (err) {
      this.#log.warn({ err }, 'the keys of an issuer of tokens are not available')
    }
  }
}

export function isUrl(jwks: string): boolean {
  return /^https:\/\//i.test(jwks)
}

function held(text: string, at: number): Held {
  return { find: createLocalJWKSet(readKeys(text)), at }
}

function usable(text: string, file: string, key: string, at: number): Held {
  try {
    return held(text, at)
  } catch (cause) {
    throw unusable(key, `${file} is no JSON Web Key Set that can be used`, cause)
  }
}

function keySetText(file: string, key: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw unusable(key, `${file} cannot be read (${systemReason(cause)})`, cause)
  }
}

function unusable(key: string, what: string, cause: unknown): WaybillError {
  return new WaybillError('WAYBILL_FILE_UNUSABLE', `${key}: ${what}`, { cause })
}
