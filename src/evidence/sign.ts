/** Signatures of whole files by the node's key, detached, as openssl makes and verifies them. */
import {
  createSign,
  createVerify,
  type KeyObject,
  sign as signAtOnce,
  verify as verifyAtOnce,
} from 'node:crypto'
import { createReadStream } from 'node:fs'

type Source = AsyncIterable<Buffer> | Iterable<Buffer>

/** Ed25519 and Ed448 sign what is whole in memory: RFC 8032 hashes it twice. */
function isEdwards({ asymmetricKeyType }: KeyObject): boolean {
  return asymmetricKeyType === 'ed25519' || asymmetricKeyType === 'ed448'
}

/** SHA-256 with RSA or ECDSA, as by `openssl dgst -sha256 -sign`; Ed25519 as by `openssl pkeyutl -rawin`. */
export async function signatureOf(source: Source, key: KeyObject): Promise<Buffer> {
  if (isEdwards(key)) return signAtOnce(null, await gathered(source), key)
  const signing = createSign('sha256')
  for await (const piece of source) signing.update(piece)
  return signing.sign(key)
}

export async function isSignedBy(
  source: Source,
  signature: Buffer,
  key: KeyObject,
): Promise<boolean> {
  if (isEdwards(key)) return verifyAtOnce(null, await gathered(source), key, signature)
  const verifying = createVerify('sha256')
  for await (const piece of source) verifying.update(piece)
  return verifying.verify(key, signature)
}

export function contentOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path)
}

async function gathered(source: Source): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}
