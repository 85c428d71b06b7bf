/** Tells which public keys are strong enough, and quick enough, to be worked with. */
import type { KeyObject } from 'node:crypto'

/** RFC 5639 curves and those of NIST, of 256 bits or more. */
const CURVES = [
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
]

/** Longer keys take too long to verify by. */
const MAX_RSA = 16_384

/** @returns what is wrong with a key, as the rest of a sentence about it; undefined if nothing is */
export function weaknessOf(key: KeyObject): string | undefined {
  const { modulusLength = 0, namedCurve = '', publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  switch (key.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      if (modulusLength < 2048) return `is RSA of ${modulusLength} bits; 2048 are the least`
      if (modulusLength > MAX_RSA) return `is RSA of ${modulusLength} bits; ${MAX_RSA} are the most`
      if (publicExponent < 3n || publicExponent > 0xffff_ffffn)
        return `is RSA with the exponent ${publicExponent}`
      return undefined
    case 'ec':
      return CURVES.includes(namedCurve) ? undefined : `is on the curve ${namedCurve}`
    case 'ed25519':
    case 'ed448':
      return undefined
    default:
      return `is of type ${key.asymmetricKeyType}`
  }
}
