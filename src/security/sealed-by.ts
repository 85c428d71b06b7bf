/** Decides by which algorithms a message is sealed: by the suite of its policies, or what they and the receiver say. */
import type { X509Certificate } from 'node:crypto'
import type { Sends } from './policies.js'
import type { Sealing } from './sealing.js'
import type { Suite } from './suite.js'

/** What a message that leaves is an answer to, and who gets it. */
interface Leaving {
  /** Undefined for `strong`. */
  readonly suite: Suite | undefined
  /** URI of the signature algorithm of the request; undefined if nothing is answered, or nobody has signed it. */
  readonly requested: string | undefined
  /** To whom it is encrypted; undefined if it is not. */
  readonly to: X509Certificate | undefined
  /** The digest of RSA-OAEP that the receiver knows, where no suite says which. */
  readonly oaep: Sealing['oaep']
}

/**
 * The one place where `suite`, `sends.cipher`, `sends.algorithm` and a peer's `allow` meet.
 *
 * @throws TypeError for a receiver whose key the suite has nothing for
 */
export function sealedBy(
  {
    cipher,
    algorithm,
    mac,
  }: Pick<Sends, 'cipher' | 'mac'> & {
    readonly algorithm?: string | undefined
  },
  { suite, requested, to, oaep }: Leaving,
): Pick<Sealing, 'cipher' | 'oaep' | 'signedBy'> {
  if (!suite) return { cipher: cipher ?? 'aes256-gcm', oaep }
  if (to && to.publicKey.asymmetricKeyType !== 'rsa') {
    throw new TypeError(`by the suite ${suite.name} nothing is encrypted to a key that is not RSA`)
  }
  const allowed = mac ? suite.macs : suite.signatures
  // What the request has was taken by the suite: whoever signed it can verify the same.
  const chosen =
    allowed.find((uri) => uri === requested) ?? allowed.find((uri) => isNamed(uri, algorithm))
  const [usual = ''] = allowed
  return {
    cipher: suite.cipher,
    oaep: 'sha1',
    signedBy: { algorithm: chosen ?? usual, digest: suite.digest },
  }
}

function isNamed(uri: string, algorithm: string | undefined): boolean {
  return algorithm !== undefined && uri.endsWith(`#${algorithm}`)
}
