/** The algorithm suites that a sender speaks: those of WS-SecurityPolicy 1.2 §6.1 without Rsa15 and TripleDes, and CXF's with GCM. */

const NAME = /^Basic(?:128|192|256)(?:Sha256|GCM)?$/

export function isSpoken(suite: string): boolean {
  return NAME.test(suite)
}
