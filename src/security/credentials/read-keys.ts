/** Reads a JSON Web Key Set (RFC 7517): its public keys, and of them only what a public key is made of. */
import type { JSONWebKeySet, JWK } from 'jose'

/** Bytes of a set. */
export const MAX_BYTES = 256 * 1024
const MAX_KEYS = 100
/** A key that both sides share verifies what anybody has signed who knows it, so there is no `k`; nor a `d`. */
const MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'use', 'alg', 'key_ops'] as const
const KINDS: readonly unknown[] = ['RSA', 'EC', 'OKP']

/** @throws Error for what is none, or has no key that tokens can be verified with */
export function readKeys(text: string): JSONWebKeySet {
  const set: unknown = JSON.parse(text)
  const found = isObject(set) && Array.isArray(set.keys) ? set.keys : []
  if (found.length > MAX_KEYS) throw new Error(`has more than ${MAX_KEYS} keys`)
  const keys = found.filter(isObject).flatMap(publicKey)
  if (keys.length === 0) throw new Error('has no public key')
  return { keys }
}

function publicKey(key: Readonly<Record<string, unknown>>): readonly JWK[] {
  // RFC 7517 §4.2: "use": "sig" (signature), "enc" (encryption).
  if (!KINDS.includes(key.kty) || key.use === 'enc') return []
  const own = MEMBERS.flatMap((name) => (Object.hasOwn(key, name) ? [[name, key[name]]] : []))
  return [Object.fromEntries(own)]
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
