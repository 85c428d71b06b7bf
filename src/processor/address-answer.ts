/** Makes the addressing blocks and the action of an answer, as its request asks for them. */
import { randomUUID } from 'node:crypto'
import { type Answer, actionOf, answerHeaders } from '../addressing/answer-headers.js'
import type { XmlElement } from '../xml/tree.js'
import type { Reached } from './reached.js'

export interface Addressed {
  /** Header blocks; none for a request without addressing. */
  readonly headers: readonly XmlElement[]
  /** The action for the transport; none for a request without addressing. */
  readonly intent: { readonly action?: string | undefined }
}

export function addressAnswer({ own }: Reached, answer: Answer): Addressed {
  const addressing = own?.addressing?.addressing
  if (!addressing) return { headers: [], intent: {} }
  return {
    headers: answerHeaders(addressing, answer, `urn:uuid:${randomUUID()}`),
    // SOAP Binding §2.4: an action outside the envelope equals the one inside.
    intent: { action: actionOf(addressing, answer) },
  }
}
