/** Seals a message that leaves: signs parts of it, then encrypts parts of it, and writes the security block. */
import type { Walk } from '../xml/walk.js'
import { readingSealed, type Sealed, type Sealing } from './sealing.js'
import { sealingEntry } from './soap-dsig/seal-entry.js'
import { sealingSecurity } from './wss/seal-security.js'

export type { PartName, Sealed, Sealing } from './sealing.js'

/**
 * Changes nothing but what it adds: a block, or elements of the one that is there for the same actor, and
 * ids of what it signs.
 *
 * @throws TypeError for what cannot be sealed so, such as a part that a key is missing for
 */
export function* sealing(text: string, options: Sealing): Walk<Sealed> {
  const envelope = yield* readingSealed(text, options)
  switch (options.form) {
    case 'wss':
      return yield* sealingSecurity(envelope, options)
    case 'soap-dsig':
      return yield* sealingEntry(envelope, options)
  }
}
