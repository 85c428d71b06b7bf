/** Signs parts of a message, with as few signatures as a receiver verifies. */
import type { XmlElement } from '../xml/tree.js'
import type { Walk } from '../xml/walk.js'
import { partId } from './part-names.js'
import type { Sealing } from './sealing.js'
import { type SignedPart, writingSignature } from './signature/signature.js'

/** References of one signature: this node takes no more either. */
const MOST_REFERENCES = 8

export interface SignedParts {
  /** Of each ds:Signature. */
  readonly texts: readonly string[]
  /** SignatureValues in base64. */
  readonly values: readonly string[]
}

/**
 * @param parts  elements with ids; none: nothing is signed
 * @throws TypeError without a key
 */
export function* signingParts(
  parts: readonly XmlElement[],
  { key, keyInfo, attached }: Pick<Sealing, 'key' | 'attached'> & { readonly keyInfo: string },
): Walk<SignedParts> {
  const texts: string[] = []
  const values: string[] = []
  const all: SignedPart[] = [
    ...parts.map((element) => {
      const id = partId(element)
      if (id === undefined) throw new TypeError(`${element.local} has no id`)
      return { id, element }
    }),
    ...(attached?.signed ?? []).map(({ id, digest }) => ({ cid: id, digest })),
  ]
  for (let at = 0; at < all.length; at += MOST_REFERENCES) {
    if (!key) throw new TypeError('what is signed needs a key')
    const references = all.slice(at, at + MOST_REFERENCES)
    const { text, value } = yield* writingSignature({ references, key, keyInfo })
    texts.push(text)
    values.push(value)
  }
  return { texts, values }
}
