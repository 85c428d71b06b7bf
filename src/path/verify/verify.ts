/** Step: opens the security blocks for this node; what came encrypted is a second document. */

import type { Inclusions } from '../../message/xop/inclusions.js'
import type { MessageSecurity } from '../../security/message-security.js'
import { loadIncluded } from '../facts/load-included.js'
import { documentOf } from '../state/makers.js'
import { longStep } from '../state/step.js'
import { type OpeningParts, openBlocks } from './open-blocks.js'
import { refusingUnproven } from './refusal-of.js'

/** What it needs of the parts of the node. */
export interface VerifyingParts extends Omit<OpeningParts, 'security'> {
  readonly security: MessageSecurity | undefined
}

/**
 * What came encrypted is held against the steps before this one again, as its text says something else now.
 *
 * @throws SoapFault Client for a security block that does not hold
 * @throws Refused forbidden for such an answer: whoever waits for it goes on waiting
 */
export const verify = longStep({
  name: 'verify',
  takes: ['came', 'message', 'document', 'route', 'understood'],
  gives: 'document',
  proves: true,
  *steps(taken, exchange, parts: VerifyingParts) {
    const { document, understood } = taken
    const { security } = parts
    const { security: blocks } = understood.own
    if (!security || blocks.length === 0) return document
    // XOP §3: signatures cover the text that bytes stand for; ciphertexts are bounded before a key is used.
    yield* loadIncluded(taken, parts.limits.loaded)
    const opening = openBlocks(taken, exchange, { ...parts, security })
    const opened = yield* refusingUnproven(opening, taken)
    const { envelope, verdict, attachments, inclusions } = opened
    const reveals = isRevealed(document.inclusions, inclusions)
    return documentOf(envelope, inclusions, attachments, { verdict, blocks, reveals })
  },
})

/** True if decryption has brought an Include to light. */
function isRevealed(before: Inclusions | undefined, after: Inclusions | undefined): boolean {
  const there = new Set(before?.all.map(({ part }) => part))
  return after?.all.some(({ part }) => !there.has(part)) ?? false
}
