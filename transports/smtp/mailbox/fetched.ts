/** Reads a mail that was fetched from a mailbox: who it is for and from is told by its header alone. */
import {
  admits,
  type Credentials,
  type InboundMessage,
  NO_CREDENTIALS,
  type Peer,
} from '#transport'
import type { Headers } from '#transport/mime'
import {
  Addresses,
  domainOf,
  perEntry,
  type Recipient,
  readAddress,
  readMailbox,
} from '../address.js'
import { answering, type Delivery, decode, messageIdOf } from '../decode.js'
import type { AddressOptions, MailLimits } from '../options.js'
import { checkAdmission, withIdentity } from '../policy/admission.js'
import { Quota, takeAnswers } from '../policy/quota.js'
import { asRefusal, SmtpRefusal } from '../status.js'
import { Explained, explanationFor } from './explanation.js'
import type { MailboxOptions } from './options.js'
import type { ReadMail } from './receiver.js'

export interface FetchedOptions extends MailLimits, AddressOptions {
  readonly maxAnswersPerHour: number
  /**
   * Name under which the provider writes Authentication-Results, which are believed then. Default:
   * none, so that no domain is proven.
   */
  readonly authority?: string | undefined
  /** Tells who senders are. Default: nobody is known. */
  readonly credentials?: Credentials | undefined
}

/** A mailbox, and the name by which its provider says which domains have sent a mail. */
export type Mailbox = MailboxOptions & Pick<FetchedOptions, 'authority'>

const HOUR = 3_600_000
/** Where the last one to deliver a mail writes whom it was for; the first of them that is there. */
const ENVELOPE_TO = ['x-original-to', 'delivered-to', 'envelope-to'] as const

export function readFetched(options: FetchedOptions): ReadMail {
  const own = new Addresses(options)
  const { credentials = NO_CREDENTIALS } = options
  const answers = new Quota(options.maxAnswersPerHour, HOUR)
  return async (arrived) => {
    const mail = arrived.read()
    const { headers } = mail
    const returnPath = returnPathOf(headers)
    const peer = { domains: provenBy(headers, options.authority) }
    const messageId = await messageIdOf(arrived)
    const [last = ''] = headers.all('delivered-to')
    const recipients = allNamed(headers, own).map(({ address }) => address)
    const messages: InboundMessage[] = []
    for (const recipient of recipientsOf(headers, own)) {
      // Its own delivery, which is written on top, is no circle.
      const delivered = last.trim().toLowerCase() === recipient.address
      const delivery = { recipient, recipients, messageId, returnPath, delivered, peer }
      try {
        const message = await decode(mail, delivery, own, options)
        if (message) messages.push(message)
      } catch (thrown) {
        const error = asRefusal(thrown)
        if (!(error instanceof SmtpRefusal && error.unreadable)) throw error
        throw await explained(error, { ...delivery, headers }, own, answers)
      }
    }
    const identified = withIdentity(messages, credentials)
    checkAdmission(identified)
    takeAnswers(identified, answers)
    return identified
  }
}

/** The refusal, with what its sender is told if a rule admits it and it can be told. */
async function explained(
  refusal: SmtpRefusal,
  { headers, recipient, returnPath, peer }: Delivery & { readonly headers: Headers },
  own: Addresses,
  answers: Quota,
): Promise<SmtpRefusal> {
  const mailbox = readMailbox(headers.get('from') ?? '')
  if (mailbox === undefined) return refusal
  const sender: Peer = { ...peer, mailbox: mailbox.toLowerCase() }
  if (!admits(recipient.senders, sender)) return refusal
  const answer = await answering(headers, recipient, returnPath, own)
  const explanation = explanationFor(answer, refusal.message)
  const due = explanation && answers.take(explanation.to.href.toLowerCase())
  return due ? new Explained(refusal, explanation) : refusal
}

/** @throws SmtpRefusal if none of the addresses is one of this node's */
function recipientsOf(headers: Headers, own: Addresses): readonly Recipient[] {
  const delivered = ENVELOPE_TO.map((name) => headers.all(name)[0]).filter((value) => value)
  const named =
    delivered.length > 0 ? delivered.slice(0, 1) : [...headers.all('to'), ...headers.all('cc')]
  const ours = oursIn(named, own)
  if (ours.length === 0) throw new SmtpRefusal('550 5.1.1', 'for none of our addresses')
  return perEntry(ours)
}

/** Which of the fields the provider has written, nobody can tell: who adds another one takes no address away. */
function allNamed(headers: Headers, own: Addresses): readonly Recipient[] {
  return oursIn(
    [...ENVELOPE_TO, 'to', 'cc'].flatMap((name) => headers.all(name)),
    own,
  )
}

function oursIn(fields: readonly (string | undefined)[], own: Addresses): readonly Recipient[] {
  return fields
    .flatMap((value = '') => addressesIn(value))
    .map((address) => own.find(address))
    .filter((recipient) => typeof recipient === 'object')
}

/** Addresses of a field as To; names before them are cut off, and what is no plain address left out. */
function addressesIn(value: string): readonly string[] {
  return value
    .replace(/"(?:\\.|[^"])*(?:"|$)/gs, '')
    .split(',')
    .flatMap((entry) => {
      const address = readAddress((/<([^<>]*)>/.exec(entry)?.[1] ?? entry).trim())
      return address === undefined ? [] : [address]
    })
}

/** RFC 5321 §4.4: whoever delivers a mail writes its return path on top. */
function returnPathOf(headers: Headers): string | undefined {
  const value = headers.all('return-path')[0]?.trim()
  if (value === undefined) return undefined
  return value === '<>' ? '' : readAddress(value.replace(/^<|>$/g, ''))
}

/** RFC 8601: what the provider says on top; what stands below may have come with the mail. */
function provenBy(headers: Headers, authority: string | undefined): readonly string[] {
  const [results = ''] = headers.all('authentication-results')
  const [name = '', ...verdicts] = results.replace(/\([^()]*\)/g, ' ').split(';')
  if (authority === undefined || name.trim().split(/\s+/)[0] !== authority) return []
  const domains = verdicts.flatMap((verdict) => {
    const [, method = '', rest = ''] =
      /^\s*(dkim|spf|dmarc)\s*=\s*pass\b(.*)$/is.exec(verdict) ?? []
    const property = PROPERTY[method.toLowerCase() as keyof typeof PROPERTY]
    const value = property?.exec(rest)?.[1]
    return value === undefined ? [] : [domainOf(value)]
  })
  return [...new Set(domains)]
}

const PROPERTY = {
  dkim: /\bheader\.d\s*=\s*"?([^\s";]+)/i,
  spf: /\bsmtp\.mailfrom\s*=\s*"?([^\s";]+)/i,
  dmarc: /\bheader\.from\s*=\s*"?([^\s";]+)/i,
}
