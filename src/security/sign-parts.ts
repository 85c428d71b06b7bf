/** Signs parts of a message, all by one signature, so that no part of it can be taken from another message. */
import type { XmlElement } from '../xml/tree.js'
import type { Walk } from '../xml/walk.js'
import { partId } from './part-names.js'
import type { Sealing } from './sealing.js'
import { type SignedPart, writingSignature } from './signature/signature.js'
import { MAX_REFERENCES, Work } from './work.js'

export interface Signature {
  /** Of the ds:Signature. */
  readonly text: string
  /** The SignatureValue in base64. */
  readonly value: string
}

/** Octets that a Reference adds to the message, at the least. */
const REFERENCE = 312

/**
 * @param parts  elements of the source with ids
 * @returns undefined if there is nothing to sign
 * @throws TypeError without a key, and for more than whoever verifies it takes
 */
export function* signingParts(
  parts: readonly XmlElement[],
  source: string,
  {
    key,
    signedBy,
    keyInfo,
    attached,
    inclusions,
  }: Pick<Sealing, 'key' | 'signedBy' | 'attached' | 'inclusions'> & { readonly keyInfo: string },
): Walk<Signature | undefined> {
  const beside = attached?.signed ?? []
  const references: readonly SignedPart[] = [
    ...parts.map((element) => {
      const id = partId(element)
      if (id === undefined) throw new TypeError(`${element.local} has no id`)
      return { id, element }
    }),
    ...beside.map(({ id, digest }) => ({ cid: id, digest })),
  ]
  const { length } = references
  if (length === 0) return undefined
  if (!key) throw new TypeError('what is signed needs a key')
  const cannot = `${length} parts cannot be signed`
  if (length > MAX_REFERENCES) {
    throw new TypeError(`${cannot}: a signature has at most ${MAX_REFERENCES} References`)
  }
  const parted = (attached?.size ?? 0) + (inclusions?.size ?? 0)
  const octets = Buffer.byteLength(source, 'utf8') + parted + length * REFERENCE
  const work = new Work(octets, (why) => new TypeError(`${cannot}: ${why}`))
  for (const { digested } of beside) work.digests(digested)
  return yield* writingSignature({ references, key, signedBy, keyInfo, source, work })
}
