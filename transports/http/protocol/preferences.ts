/** Reads the preferences of an HTTP request: Prefer, Accept and Idempotency-Key. */
import { MEDIA_TYPES } from '#transport'
import { preferred } from './accept.js'
import type { FieldsRead } from './header-fields.js'
import { HttpRefusal } from './status.js'

const MAX_KEY_LENGTH = 255

/**
 * RFC 7240 §4.1 respond-async, and §4.3 wait, which is in seconds.
 *
 * @returns milliseconds; undefined without a preference
 */
export function patienceOf({ fields }: FieldsRead): number | undefined {
  if (fields.prefer === undefined) return undefined
  const preferred = fields.prefer.toLowerCase()
  const tokens = preferred.split(/[,;]/).map((token) => token.trim())
  const wait = tokens.map((token) => /^wait\s*=\s*"?(\d{1,6})"?$/.exec(token)?.[1]).find(Boolean)
  if (tokens.includes('respond-async')) return Number(wait ?? 0) * 1000
  return undefined
}

/**
 * A quoted string, as in a structured field, or a bare one.
 *
 * @throws HttpRefusal 400 for an invalid Idempotency-Key
 */
export function idempotencyKeyOf({ fields }: FieldsRead): string | undefined {
  const value = fields['idempotency-key']
  if (value === undefined) return undefined
  const key = /^"(.*)"$/.exec(value)?.[1] ?? value
  if (!/^[!-~]+$/.test(key) || key.length > MAX_KEY_LENGTH) {
    throw new HttpRefusal(400, 'not an Idempotency-Key')
  }
  return key
}

/** The media type of the answer to a request without envelope, by Accept. */
export function preferredType({ fields }: FieldsRead): string {
  const offers = [MEDIA_TYPES['1.2'], MEDIA_TYPES['1.1']]
  return preferred(fields.accept, offers) ?? MEDIA_TYPES['1.2']
}

/** The form of the answer of a safe operation, by Accept. */
export function preferredForm({ fields }: FieldsRead): 'envelope' | 'json' {
  const offers = [MEDIA_TYPES['1.2'], 'application/json']
  return preferred(fields.accept, offers) === 'application/json' ? 'json' : 'envelope'
}
