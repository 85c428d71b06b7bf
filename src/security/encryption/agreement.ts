/** ECDH-ES: the key that wraps a key is agreed with a public key that is made for one message. */
import { createHash, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'
import type { HashName } from './algorithms.js'
import { failed } from './failed.js'

/** XML Encryption 1.1 §5.4.1 */
export interface Derivation {
  readonly digest: HashName
  /** AlgorithmID, PartyUInfo, PartyVInfo, SuppPubInfo and SuppPrivInfo, one after the other. */
  readonly otherInfo: Buffer
}

interface Curve {
  readonly uri: string
  /** As node:crypto and JSON Web Keys name it. */
  readonly name: string
  readonly jwk: string
  readonly octets: number
}

// XML Signature 1.1 §4.5.2.3.1
const CURVES: readonly Curve[] = [
  { uri: 'urn:oid:1.2.840.10045.3.1.7', name: 'prime256v1', jwk: 'P-256', octets: 32 },
  { uri: 'urn:oid:1.3.132.0.34', name: 'secp384r1', jwk: 'P-384', octets: 48 },
  { uri: 'urn:oid:1.3.132.0.35', name: 'secp521r1', jwk: 'P-521', octets: 66 },
]

export function curveOf({ asymmetricKeyDetails }: KeyObject): Curve | undefined {
  return CURVES.find(({ name }) => name === asymmetricKeyDetails?.namedCurve)
}

/** NIST SP 800-56A §5.8.1: as many octets of hashes as the key needs. */
export function agree(
  privateKey: KeyObject,
  publicKey: KeyObject,
  { digest, otherInfo }: Derivation,
  keyBytes: number,
): Buffer {
  const secret = diffieHellman({ privateKey, publicKey })
  const pieces: Buffer[] = []
  const counter = Buffer.alloc(4)
  for (let made = 0, count = 1; made < keyBytes; count += 1) {
    counter.writeUInt32BE(count)
    const piece = createHash(digest).update(counter).update(secret).update(otherInfo).digest()
    pieces.push(piece)
    made += piece.length
  }
  return Buffer.concat(pieces, keyBytes)
}

/**
 * XML Signature 1.1 §4.5.2.3.1: the octets of a point on a named curve.
 *
 * @throws SecurityFailure if it is no point of the curve, or not one in the uncompressed form
 */
export function readPoint(uri: string, point: Buffer): KeyObject {
  const curve = CURVES.find((one) => one.uri === uri)
  if (!curve || point[0] !== 4 || point.length !== 1 + 2 * curve.octets) throw failed()
  const x = point.toString('base64url', 1, 1 + curve.octets)
  const y = point.toString('base64url', 1 + curve.octets)
  try {
    return createPublicKey({ key: { kty: 'EC', crv: curve.jwk, x, y }, format: 'jwk' })
  } catch (error) {
    throw failed(error)
  }
}

export function writePoint(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
}
