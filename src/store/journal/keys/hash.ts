/** The keyed hash of a business key: whoever has the secret of the journal can look for a value, and nobody reads it. */
import { createHmac, type Hmac } from 'node:crypto'

/** 32 random bytes, the same at all nodes of a journal. */
export type KeySecret = Uint8Array

/** Characters of a value that is kept as it is; a longer one is kept as its hash. */
export const MAX_KEY_LENGTH = 128

const SPACE = /[ \t\r\n]/
const SPACES = /[ \t\r\n]+/g
/** No other character below it stands in XML 1.0. */
const LAST_SPACE = 0x20
const SHORT = 32

/** A value as it is kept and looked for: each run of XML white space is one space, with none at either end. */
export function keyText(value: string): string {
  if (!hasSpace(value)) return value
  const spaced = value.replace(SPACES, ' ')
  const start = spaced.startsWith(' ') ? 1 : 0
  const end = spaced.length - (spaced.length > start && spaced.endsWith(' ') ? 1 : 0)
  return spaced.slice(start, end)
}

/** Values are short, as a rule: then a look at each character costs less than an expression. */
function hasSpace(value: string): boolean {
  if (value.length > SHORT) return SPACE.test(value)
  for (let at = 0; at < value.length; at += 1) {
    if (value.charCodeAt(at) <= LAST_SPACE) return true
  }
  return false
}

/**
 * HMAC-SHA256 (RFC 2104) of name and value, its first 128 bits in base64url.
 *
 * @param value  white space in it does not matter: see `keyText`
 */
export function hashOfKey(secret: KeySecret, name: string, value: string): string {
  return new KeyHash(secret, name).add(value).digest()
}

/** The same for a value that is hashed in portions, as it may be as long as a message. */
export class KeyHash {
  readonly #hmac: Hmac
  /** True if characters other than white space have been added. */
  #begun = false
  /** True if white space has been added behind them. */
  #space = false

  constructor(secret: KeySecret, name: string) {
    this.#hmac = createHmac('sha256', secret).update(`${name}\0`)
  }

  /** @param portion  no character of two UTF-16 units is cut in two by its ends */
  add(portion: string): this {
    const text = keyText(portion)
    const before = this.#space || startsWithSpace(portion)
    if (text !== '') {
      this.#hmac.update(this.#begun && before ? ` ${text}` : text, 'utf8')
      this.#begun = true
    }
    this.#space = text === '' ? before : endsWithSpace(portion)
    return this
  }

  digest(): string {
    return this.#hmac.digest().subarray(0, 16).toString('base64url')
  }
}

function startsWithSpace(text: string): boolean {
  return /^[ \t\r\n]/.test(text)
}

function endsWithSpace(text: string): boolean {
  return text !== '' && ' \t\r\n'.includes(text.slice(-1))
}
