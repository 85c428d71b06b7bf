/** The part of a signature value that nobody can change without the key: by it a message is recognised. */
import { ALGORITHMS } from './algorithms.js'

/**
 * Of an ECDSA value (r, s), the value (r, n - s) holds as well, and whoever has the one can write the
 * other: only r stays (FIPS 186-5 §6.4). Every other known algorithm has one value for what was signed once.
 */
export function lastingValue({
  algorithm,
  value,
}: {
  readonly algorithm: string
  /** In base64. */
  readonly value: string
}): string {
  const existing = ALGORITHMS.get(algorithm)
  if (existing?.kind !== 'signature' || existing.scheme !== 'ecdsa') return value
  const octets = Buffer.from(value, 'base64')
  return octets.subarray(0, octets.length / 2).toString('base64')
}
