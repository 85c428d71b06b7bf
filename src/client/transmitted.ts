/** What came back for one envelope of a sender. */
import type { Spool } from '../message/spool/index.js'
import type { Envelope } from '../soap/envelope.js'
import type { Acceptance, EnvelopeMessage } from '../transport.js'
import type { AlongAnswer, OpenedAnswer } from './security.js'

/** Opens the security blocks of an answer. */
export type OpenAnswer = (envelope: Envelope, along: AlongAnswer) => Promise<OpenedAnswer>

export interface Transmitted {
  /** Where it was sent. */
  readonly to: URL
  readonly answer: EnvelopeMessage | Acceptance | undefined
  /** Keeps its attachments until it is closed, by whoever gets them, or with the sender. */
  readonly spool: Spool
  /** Opens the security blocks of the answer; undefined if they are not looked at. */
  readonly open: OpenAnswer | undefined
}
