/** Recognises delivery reports: RFC 3464, and in a small way what was there before it. */
import type { DeliveryReport } from '#transport'
import type { Part } from '#transport/mime'

export interface Report {
  /** Undefined if all is well: the mail was delivered, or went on to where no reports are made. */
  readonly report: DeliveryReport | undefined
  /** Message ids and envelope ids of what it is about. */
  readonly about: readonly string[]
}

const STATUS = /\b([245]\.\d{1,3}\.\d{1,3})\b/
/** Characters of what is handed on for people to read. */
const MAX_TEXT = 500
/** Bytes of a part that are looked at. */
const MAX_BYTES = 64 * 1024

/** @returns undefined if the mail is no delivery report */
export async function readReport(mail: Part): Promise<Report | undefined> {
  const status = find(mail, isStatus)
  if (status) return standard(mail, status)
  // RFC 3798 and others: reports about what happened to a mail that did arrive.
  if (mail.type.value === 'multipart/report') return { report: undefined, about: [] }
  return isBounce(mail) ? bounce(mail) : undefined
}

async function standard(mail: Part, status: Part): Promise<Report> {
  // RFC 3464 §2.1: fields about the message, then after each empty line those about a recipient.
  const [message, ...recipients] = (await text(status)).split(/\r?\n(?:[ \t]*\r?\n)+/).map(fields)
  const failed = recipients.find((recipient) => actionOf(recipient) === 'failed')
  const worst = failed ?? recipients.find((recipient) => actionOf(recipient) === 'delayed')
  const about = [...idsIn(await returned(mail))]
  const envelope = message?.get('original-envelope-id')
  if (envelope !== undefined) about.push(xtext(envelope))
  if (!worst) return { report: undefined, about }
  const diagnostic = worst.get('diagnostic-code')?.replace(/^[\w-]+[ \t]*;[ \t]*/, '')
  return {
    report: {
      status: STATUS.exec(worst.get('status') ?? '')?.[1] ?? (failed ? '5.0.0' : '4.0.0'),
      text: plain(diagnostic ?? (await explanation(mail))),
      delayed: failed === undefined,
    },
    about,
  }
}

function actionOf(recipient: ReadonlyMap<string, string>): string | undefined {
  return recipient
    .get('action')
    ?.split(/[\s(;]/)[0]
    ?.toLowerCase()
}

/** Older programs write for people, and put the mail they give back behind it. */
function isBounce(mail: Part): boolean {
  const from = mail.headers.get('from')?.toLowerCase() ?? ''
  const subject = mail.headers.get('subject') ?? ''
  return (
    /mailer-daemon|postmaster|mail delivery/.test(from) &&
    /undeliver|failure notice|returned mail|delivery (?:status|fail|has fail|notification)|delayed/i.test(
      subject,
    )
  )
}

async function bounce(mail: Part): Promise<Report> {
  const text = await explanation(mail)
  const status = STATUS.exec(text)?.[1] ?? '5.0.0'
  return {
    report: { status, text: plain(text), delayed: status.startsWith('4') },
    about: [...mail.headers.ids('in-reply-to'), ...idsIn(`${text}\n${await returned(mail)}`)],
  }
}

function isStatus({ type, parts }: Part): boolean {
  return parts.length === 0 && /^message\/(?:global-)?delivery-status$/.test(type.value)
}

/** The mail that came back, or its header; empty if the report does without. */
async function returned(mail: Part): Promise<string> {
  const part = find(mail, ({ type }) =>
    /^(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)$/.test(type.value),
  )
  return part ? ((await text(part)).split(/\r?\n\r?\n/)[0] ?? '') : ''
}

async function explanation(mail: Part): Promise<string> {
  const part = find(mail, ({ type, parts }) => parts.length === 0 && type.value === 'text/plain')
  return part ? text(part) : ''
}

/** What the header of a returned mail names it by: its id, and where its answer was to go. */
function idsIn(header: string): readonly string[] {
  const found = fields(header)
  const id = /<[!-;=?-~]{1,900}>/.exec(found.get('message-id') ?? '')?.[0]
  const token = /\+([\w.=-]{1,64})@/.exec(found.get('reply-to') ?? '')?.[1]
  return [id, token].filter((named) => named !== undefined)
}

/** Fields of a block of text, unfolded, names in lower case; the first of a name counts. */
function fields(block: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([!-9;-~]+)[ \t]*:(.*)$/s.exec(line) ?? []
    if (name !== undefined && !found.has(name.toLowerCase())) {
      found.set(name.toLowerCase(), (value ?? '').trim())
    }
  }
  return found
}

function find(part: Part, wanted: (part: Part) => boolean): Part | undefined {
  if (wanted(part)) return part
  for (const child of part.parts) {
    const found = find(child, wanted)
    if (found) return found
  }
  return undefined
}

async function text(part: Part): Promise<string> {
  const body = await part.body()
  return Buffer.from(await body.slice(0, MAX_BYTES).bytes()).toString('utf8')
}

/** RFC 3461 §4 */
function xtext(value: string): string {
  return value.replace(/\+([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

function plain(text: string): string {
  return [...text.trim().slice(0, MAX_TEXT)]
    .map((character) => (character < ' ' || character === '\u007f' ? ' ' : character))
    .join('')
    .replace(/ {2,}/g, ' ')
}
