/** The signature algorithms that certificates and revocation lists may be signed by. */
import { type DerValue, identifierOf } from '../der/read.js'

export interface SignatureAlgorithm {
  /** For `node:crypto`; undefined for those that hash by themselves. */
  readonly hash: 'sha256' | 'sha384' | 'sha512' | undefined
  readonly key: 'rsa' | 'pss' | 'ec' | 'ed'
}

/** RFC 4055 §5, RFC 5758 §3.2 and RFC 8410 §3. Neither MD5 nor SHA-1: others have made two texts of one hash. */
const EXPECTED: Readonly<Record<string, SignatureAlgorithm>> = {
  '1.2.840.113549.1.1.11': { key: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { key: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { key: 'rsa', hash: 'sha512' },
  '1.2.840.10045.4.3.2': { key: 'ec', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { key: 'ec', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { key: 'ec', hash: 'sha512' },
  '1.3.101.112': { key: 'ed', hash: undefined },
  '1.3.101.113': { key: 'ed', hash: undefined },
}

const PSS = '1.2.840.113549.1.1.10'
const HASHES: Readonly<Record<string, 'sha256' | 'sha384' | 'sha512'>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/**
 * @returns undefined for one that is not taken
 * @throws NotDer
 */
export function signatureAlgorithmOf(algorithm: DerValue): SignatureAlgorithm | undefined {
  const [id, parameters] = algorithm.members()
  const name = id && identifierOf(id)
  if (name === undefined) return undefined
  if (name !== PSS) return EXPECTED[name]
  const hash = HASHES[hashOf(parameters) ?? '']
  return hash && { key: 'pss', hash }
}

/** RFC 4055 §3.1: [0] is the hash; without it, it is SHA-1. */
function hashOf(parameters: DerValue | undefined): string | undefined {
  const tagged = [...(parameters?.members() ?? [])].find(({ tag }) => tag === 0xa0)
  const [hash] = tagged?.members() ?? []
  const [id] = hash?.members() ?? []
  return id && identifierOf(id)
}
