/** The mail that tells a known sender why its own could not be taken, where no dialogue has told it. */
import { createHash } from 'node:crypto'
import type { Origin, Reference } from '#transport'
import { foldedText, HOPS } from '#transport/mime'
import { randomId, wallTime } from '#transport/time'
import { fromOf, type Mail, messageId, replying, type Sending } from '../encode.js'
import { readMailto } from '../mailto.js'
import { SmtpRefusal } from '../status.js'

export interface Explanation {
  readonly to: URL
  readonly reference: Reference
  /** What was wrong with the mail, for its sender to read. */
  readonly reason: string
}

/** @returns undefined for a sender that might answer back (RFC 3834) */
export function explanationFor(
  {
    answerable = 'always',
    replyTo,
    reference,
  }: Pick<Origin, 'answerable' | 'replyTo' | 'reference'>,
  reason: string,
): Explanation | undefined {
  if (answerable !== 'always' || replyTo === undefined || !reference) return undefined
  return { to: new URL(replyTo), reference, reason }
}

/** A mail that could not be taken, and whose sender is to be told. */
export class Explained extends SmtpRefusal {
  readonly explanation: Explanation

  constructor({ responseCode, message }: SmtpRefusal, explanation: Explanation) {
    super(responseCode, message)
    this.explanation = explanation
  }
}

export function encodeExplanation(
  { to, reference, reason }: Explanation,
  sending: Sending,
  now: Date = new Date(wallTime()),
): Mail {
  const { mailbox } = readMailto(to)
  const from = fromOf(reference, sending)
  const header = [
    ['Date', now.toUTCString().replace('GMT', '+0000')],
    ['From', from],
    ['To', mailbox],
    ['Subject', foldedText(`Not taken: ${reference.subject ?? 'your mail'}`)],
    ['Message-ID', messageId(idOf(reference), from)],
    ...replying(reference),
    // RFC 3834 §3.1.7
    ['Auto-Submitted', 'auto-replied'],
    [HOPS, '1'],
    ['MIME-Version', '1.0'],
    ['Content-Type', 'text/plain; charset=us-ascii'],
    ['Content-Transfer-Encoding', '7bit'],
  ]
  const lines = [
    ...header.map(([name, value]) => `${name}: ${value}`),
    '',
    'Your mail was not taken, and nothing was done:',
    '',
    `    ${foldedText(reason)}`,
    '',
    'This address takes SOAP 1.1 and SOAP 1.2: one envelope, as the mail itself or as',
    'its first part that is one, of type text/xml or application/soap+xml.',
    'A program has written this; it reads no answer to it.',
    '',
  ]
  // RFC 3834 §3.3, RFC 5321 §4.5.5: nobody is told that this one did not arrive.
  return { returnPath: '', to: mailbox, content: Buffer.from(lines.join('\r\n'), 'latin1') }
}

/** The same again for the same mail, should it have to be sent twice. */
function idOf({ messageId }: Reference): string {
  if (messageId === undefined) return randomId()
  return `refused-${createHash('sha256').update(messageId).digest('base64url').slice(0, 22)}`
}
