/** The numbers of SMTP: which reply each outcome and each refusal gets (RFC 5321, RFC 3463). */
import { type Outcome, type Refusal, SpoolUnavailable } from '#transport'
import { MalformedMime } from '#transport/mime'

const UNREADABLE = '554 5.6.0'

/** The mail, for the event of its refusal. */
export interface AboutMail {
  readonly messageId?: string | undefined
  readonly from?: string | undefined
  readonly recipients?: readonly string[] | undefined
  /** File in the quarantine that has the mail. */
  readonly kept?: string | undefined
  /** Business keys of its envelope, if that could be read. */
  readonly keys?: FailedKeys
}

/** A command or a mail that is refused: the reply to its sender, and why. */
export class SmtpRefusal extends Error {
  /** Reply code and enhanced status. smtp-server would add one of its own to a bare number. */
  readonly responseCode: string
  /** What is known of the mail, for the operator. */
  about: AboutMail = {}

  constructor(status: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'SmtpRefusal'
    this.responseCode = status
  }

  /** True if the mail could not be decoded, or is no SOAP message. */
  get unreadable(): boolean {
    return this.responseCode === UNREADABLE
  }

  /** True if the same may be tried again later. */
  get temporary(): boolean {
    return this.responseCode.startsWith('4')
  }
}

/** Turns malformed MIME, and a spool without room, into a refusal; anything else is returned as it was thrown. */
export function asRefusal(thrown: unknown): unknown {
  if (thrown instanceof MalformedMime) return new SmtpRefusal(UNREADABLE, thrown.message)
  return thrown instanceof SpoolUnavailable ? refused('unavailable', { cause: thrown }) : thrown
}

/** What the processor has refused, as a reply to the mail. */
export function refused(refusal: Refusal, options?: ErrorOptions): SmtpRefusal {
  switch (refusal) {
    case 'unavailable':
    case 'paused':
      return new SmtpRefusal('451 4.3.0', 'not now, try again later', options)
    case 'busy':
      return new SmtpRefusal('452 4.3.1', 'too much to do, try again later')
    case 'forbidden':
      return new SmtpRefusal('550 5.7.1', 'not from this sender')
    // RFC 4954 §6
    case 'unauthenticated':
      return new SmtpRefusal('530 5.7.0', 'only from senders that say who they are')
    case 'too-many':
      return new SmtpRefusal('451 4.7.0', 'too many messages, try again later')
    case 'too-large':
      return new SmtpRefusal('552 5.3.4', 'too large')
    case 'undecodable':
      return new SmtpRefusal('554 5.6.0', 'not a message that can be read')
    case 'unsupported':
      return new SmtpRefusal('554 5.6.0', 'not a SOAP message')
    case 'unknown-destination':
      return new SmtpRefusal('550 5.1.1', 'no such address')
    // No mail asks for these.
    case 'not-described':
    case 'not-retrievable':
    case 'unknown-exchange':
    case 'gone':
      return new SmtpRefusal('554 5.5.0', 'not by mail')
  }
}

/** Business keys of a message that failed; undefined if it has none. */
type FailedKeys = Extract<Outcome, { readonly kind: 'refused' }>['keys']

/** Of a mail that is a message for each recipient: each of them has the same envelope. */
export function keysOf(outcomes: readonly Outcome[]): FailedKeys {
  for (const outcome of outcomes) {
    const keys = outcome.kind === 'refused' || outcome.kind === 'fault' ? outcome.keys : undefined
    if (keys) return keys
  }
  return undefined
}

/**
 * One reply for a mail that is a message of its own for each recipient. What has been taken stays
 * taken: the same mail again is recognised by its id.
 *
 * @throws SmtpRefusal unless every one is durable
 */
export function checkOutcomes(outcomes: readonly Outcome[]): void {
  const keys = keysOf(outcomes)
  const refusals = outcomes.flatMap((outcome) =>
    outcome.kind === 'refused' ? [refused(outcome.refusal)] : [],
  )
  if (keys) for (const refusal of refusals) refusal.about = { keys }
  const [first] = refusals
  if (!first) return
  const temporary = refusals.find((refusal) => refusal.temporary)
  if (temporary) throw temporary
  // To refuse it for good would tell the sender that nobody has it.
  if (refusals.length < outcomes.length) throw refused('unavailable')
  throw first
}
