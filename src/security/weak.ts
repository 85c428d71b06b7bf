/** Algorithms that are refused unless `allow` of a peer or of a sender, or the suite of a policy, has them; and what each of them gives away. */
import type { WEAK } from '../config/security.js'

export type WeakAlgorithm = (typeof WEAK)[number]

/** The digest of RSA-OAEP in what is sent: what is taken from a peer is what it knows. Undefined: SHA-256. */
export function oaepFor(allows: (algorithm: WeakAlgorithm) => boolean): 'sha1' | undefined {
  return allows('rsa-oaep-sha1') ? 'sha1' : undefined
}

/**
 * What is said of some of them, a sentence for each danger.
 *
 * @param whose    the peer that is allowed them, or the suite that has them
 * @param instead  what else to do, such as `and take it out`
 */
export function weaknessesOf(
  whose: string,
  weak: readonly WeakAlgorithm[],
  instead: string,
): readonly string[] {
  const dangers = weak.map(dangerOf)
  return [...new Set(dangers)].map((danger) => {
    const named = weak.filter((_, index) => dangers[index] === danger)
    return `${named.join(', ')} of ${whose} ${danger}, ${instead}`
  })
}

function dangerOf(algorithm: WeakAlgorithm): string {
  switch (algorithm) {
    case 'rsa-sha1':
    case 'hmac-sha1':
    case 'sha1':
    case 'rsa-1_5':
    case 'rsa-oaep-sha1':
      return 'can be forged or read by others: ask for SHA-256 and RSA-OAEP'
    // A wrong padding takes another time than wrong XML, and both are found before a policy asks who has signed.
    case 'aes-cbc':
      return 'opens a timing oracle: by the time that refusals take, whoever can send messages here reads what others have encrypted to this node, whatever is signed; ask for AES-GCM'
  }
}
