/** Makes the addressing blocks and the action of an answer, as its request asks for them. */

import { randomId } from '../../base/time.js'
import { fitsField } from '../../message/action.js'
import { type Answer, actionOf, answerHeaders } from '../../soap/addressing/answer-headers.js'
import type { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import type { XmlElement } from '../../xml/tree.js'
import { addressingOf } from '../facts/answer-place.js'
import type { Known } from '../state/known.js'

export interface Addressed {
  /** Header blocks; none for a request without addressing. */
  readonly headers: readonly XmlElement[]
  /** The action for the transport; none for a request without addressing, and for one that no header field can have. */
  readonly intent: { readonly action?: string | undefined }
}

export function addressAnswer(
  known: Pick<Known, 'understood' | 'failed'>,
  answer: Answer,
  policy: ReplyPolicy,
): Addressed {
  const addressing = addressingOf(known, policy)
  if (!addressing) return { headers: [], intent: {} }
  const action = actionOf(addressing, answer)
  return {
    headers: answerHeaders(addressing, answer, `urn:uuid:${randomId()}`),
    // SOAP Binding §2.4: an action outside the envelope equals the one inside.
    intent: fitsField(action) ? { action } : {},
  }
}
