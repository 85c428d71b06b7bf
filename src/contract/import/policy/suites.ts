/** The algorithm suites of WS-SecurityPolicy 1.2 §6.1: what of them must be allowed in answers, and whether requests have it. */

export interface ImportedSuite {
  /** Weak algorithms that answers are made with, by their names in `allow`. */
  readonly allow: readonly string[]
  /** True if answers by it can be read. */
  readonly read: boolean
}

/** Each signs by RSA-SHA1; what has Sha256 in its name digests by that. */
const NAME = /^(Basic(?:128|192|256)|TripleDes)(Sha256)?(Rsa15)?$/

/** @returns undefined for a name that the specification does not have */
export function suiteNamed(name: string): ImportedSuite | undefined {
  const [, cipher, sha256, rsa15] = NAME.exec(name) ?? []
  if (cipher === undefined) return undefined
  return {
    allow: [
      'rsa-sha1',
      ...(sha256 ? [] : ['sha1']),
      'aes-cbc',
      rsa15 ? 'rsa-1_5' : 'rsa-oaep-sha1',
    ],
    read: cipher !== 'TripleDes',
  }
}
