/** Loops and automatic mail: what is turned away, and what may be answered (RFC 3834, RFC 5321 §6.3). */
import type { Answerable } from '#transport'
import type { Headers } from '#transport/mime'
import type { Addresses } from '../address.js'
import type { MailLimits } from '../options.js'
import { SmtpRefusal } from '../status.js'

/**
 * @param recipient  whom the mail is for
 * @param delivered  times that it may have been delivered there before: 1 if it lay in a mailbox
 * @throws SmtpRefusal 554 5.4.6 for a mail that goes in a circle
 */
export function checkLoop(
  headers: Headers,
  recipient: string,
  delivered: number,
  limits: MailLimits,
): void {
  // RFC 5321 §6.3: "Simple counting of the number of "Received:" header fields in a message has
  // proven to be an effective, although rarely optimal, method of detecting loops in mail systems."
  const received = headers.all('received').length > limits.maxReceived
  const passed = !(headers.hops <= limits.maxHops)
  const been = headers
    .all('delivered-to')
    .filter((value) => value.trim().toLowerCase() === recipient).length
  if (received || passed || been > delivered)
    throw new SmtpRefusal('554 5.4.6', 'the mail goes in a circle')
}

/**
 * RFC 3834 §2: "Automatic responses SHOULD NOT be issued in response to any message which contains
 * an Auto-Submitted header field (see below), where that field has any value other than "no"." Other
 * nodes mark their requests `auto-generated`, so those are answered if they are requests.
 *
 * @param returnPath  empty for the null one; undefined if nobody has told it
 * @param sender      to whom an answer would go
 */
export function answerableTo(
  headers: Headers,
  returnPath: string | undefined,
  sender: string | undefined,
  own: Addresses,
): Answerable {
  const senders = [sender, returnPath].filter((address) => address !== undefined)
  // RFC 3834 §5: a keyword, then parameters.
  const [keyword = ''] = headers
    .get('auto-submitted')
    ?.toLowerCase()
    .split(/[;(\s]/) ?? ['no']
  const request = keyword === 'auto-generated' && headers.hops > 0
  if (
    returnPath === '' ||
    sender === undefined ||
    senders.some((address) => ROBOTS.test(localPart(address))) ||
    isFromList(headers)
  ) {
    return 'never'
  }
  // The request of a node, which answers no fault in turn, and shall hear why it was not understood:
  // this node too, if its own comes back to it.
  if (request) return 'always'
  if (senders.some((address) => own.isOwn(address))) return 'never'
  switch (keyword) {
    case 'no':
      return 'always'
    case 'auto-generated':
      return 'if-valid'
    default:
      return 'never'
  }
}

/** Names that robots and lists send under (RFC 3834 §2, RFC 2142). */
const ROBOTS =
  /^(?:mailer-daemon|postmaster|listserv|majordomo|bounces?|owner-.*|.*-(?:request|owner|bounces?|errors?)(?:\+.*)?|no-?reply.*|do-?not-?reply.*)$/i

function localPart(address: string): string {
  return address.slice(0, Math.max(0, address.lastIndexOf('@')))
}

/** RFC 2369, RFC 2919, and what was there before them. */
const LIST = [
  'list-id',
  'list-unsubscribe',
  'list-post',
  'list-help',
  'list-subscribe',
  'list-owner',
  'list-archive',
  'mailing-list',
  'x-mailing-list',
  'x-loop',
]

function isFromList(headers: Headers): boolean {
  const precedence = headers.get('precedence')?.toLowerCase() ?? ''
  const suppress = headers.get('x-auto-response-suppress')?.toLowerCase() ?? ''
  return (
    LIST.some((name) => headers.has(name)) ||
    /\b(?:bulk|list|junk|auto_reply)\b/.test(precedence) ||
    /\b(?:all|autoreply|oof)\b/.test(suppress)
  )
}
