/** What people read of an answer: its subject, the text beside its envelope, and the name of the envelope's file. */
import type { OutboundMessage } from '#transport'

type Answer = Pick<OutboundMessage, 'purpose' | 'inReplyTo' | 'summary'>

/** Characters of a subject, before the words about the answer. */
const MAX_SUBJECT_LENGTH = 200
/** Characters of what a fault says. */
const MAX_REASON_LENGTH = 1000

/** As `Re: order 7 (fault in Add)`: mail programs keep it with what it answers. */
export function subjectOf(original: string | undefined, { inReplyTo, ...answer }: Answer): string {
  if (original !== undefined) return original
  const { subject = 'SOAP message' } = inReplyTo ?? {}
  if (!inReplyTo) return subject
  const shown = subject.slice(0, MAX_SUBJECT_LENGTH)
  const about = aboutOf(answer)
  const again = about !== '' && shown.endsWith(about)
  return `${/^re:/i.test(shown) ? shown : `Re: ${shown}`}${again ? '' : about}`
}

function aboutOf({ purpose, summary }: Answer): string {
  const { operation } = summary ?? {}
  if (purpose === 'fault') return operation === undefined ? ' (fault)' : ` (fault in ${operation})`
  return operation === undefined ? '' : ` (${operation})`
}

/** As `fault.xml`; undefined for a request, which is for programs. */
export function fileNameOf({ purpose = 'request' }: Answer): string | undefined {
  return purpose === 'request' ? undefined : `${purpose}.xml`
}

/** In lines with CRLF. */
export function readableText({ purpose, inReplyTo, summary = {} }: Answer): string {
  const { operation, fault } = summary
  const what = operation === undefined ? 'your message' : `the operation ${operation}`
  const lines =
    purpose === 'fault'
      ? [`This is a fault: ${what} did not succeed.`, ...(fault ? ['', `    ${plain(fault)}`] : [])]
      : [`This is the reply: ${what} succeeded.`]
  const { subject } = inReplyTo ?? {}
  return [
    ...lines,
    '',
    ...(subject === undefined ? [] : [`Your message: ${plain(subject)}`]),
    `The SOAP envelope is in the file ${fileNameOf({ purpose })}.`,
    'A program has written this; it reads no answer to it.',
    '',
  ].join('\r\n')
}

/** On one line. */
function plain(text: string): string {
  return text
    .slice(0, MAX_REASON_LENGTH)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .trim()
}
