/** Checks what a policy says of algorithms beside its suite: the suite decides alone. */
import type { Complain } from './check-peers.js'
import type { Security } from './security.js'

type Policy = Security['policies'][number]

export function checkSuite({ suite, encrypted, sends }: Policy, at: Complain): void {
  if (suite === undefined || suite === 'strong') return
  if (sends?.cipher !== undefined) {
    at(['sends', 'cipher'], `expected none beside the suite ${suite}, which decides it`)
  }
  // An answer is signed by the algorithm of its request; it says what is used where nobody has signed that.
  if (sends?.algorithm !== undefined && sends.algorithm !== 'rsa-sha256') {
    at(['sends', 'algorithm'], `expected rsa-sha256 or none beside the suite ${suite}`)
  }
  if (suite.endsWith('GCM')) return
  const why = `expected no Attachments in it: ${suite} encrypts by AES-CBC, which shows nobody whether an attachment was changed`
  if (encrypted.includes('Attachments')) at(['encrypted'], why)
  if (sends?.encrypt.includes('Attachments')) at(['sends', 'encrypt'], why)
}
