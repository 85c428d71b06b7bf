/** Makes the hashes by which a search finds values that are kept as hashes only. */
import { hashOfKey, type KeySecret } from './hash.js'
import type { HashesOf } from './query.js'

/** Gets what makes them, for one search. */
export type Hashing = () => Promise<HashesOf>

export const NO_HASHING: Hashing = async () => () => []

/**
 * @param secretNow  undefined where there is none: then nothing is found that is kept as a hash
 * @param names      of the keys that a search without a name means
 */
export function hashingBy(
  secretNow: () => KeySecret | undefined | Promise<KeySecret | undefined>,
  names: () => readonly string[],
): Hashing {
  return async () => {
    const secret = await secretNow()
    if (!secret) return () => []
    const all = [...new Set(names())]
    return (value, name) =>
      (name === undefined ? all : [name]).map((one) => hashOfKey(secret, one, value))
  }
}
