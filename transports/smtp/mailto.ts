/** Reads a `mailto:` URL (RFC 6068): one mailbox, a subject and fields that do no harm; nothing else. */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { Undeliverable } from '#transport'
import { readAddress } from './address.js'

export interface Destination {
  /** `local@domain` in ASCII. */
  readonly mailbox: string
  readonly subject?: string
  /** Further header fields; their values hold no control characters. */
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** Fields for people to read: none of them says where a mail goes, whose it is or what is in it. */
const HARMLESS: ReadonlyMap<string, string> = new Map([
  ['keywords', 'Keywords'],
  ['comments', 'Comments'],
])

/** @throws Undeliverable for good, for anything that is not a mail to one mailbox */
export function readMailto(to: URL): Destination {
  if (to.protocol !== 'mailto:') throw refused(to, 'it is no mailto: URL')
  if (to.hash !== '') throw refused(to, 'it has a fragment')
  const mailbox = readAddress(asciiMailbox(decoded(to.pathname, to)))
  if (mailbox === undefined) throw refused(to, 'it does not name one mailbox')
  let subject: string | undefined
  const fields: [string, string][] = []
  for (const pair of to.search.slice(1).split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decoded(pair.slice(0, Math.max(equals, 0)), to).toLowerCase()
    const value = decoded(pair.slice(equals + 1), to)
    if (hasControls(value)) throw refused(to, 'a field of it has control characters')
    const harmless = HARMLESS.get(name)
    if (name === 'subject' && subject === undefined) subject = value
    else if (harmless !== undefined) fields.push([harmless, value])
    else throw refused(to, `the field ${JSON.stringify(name)} may not be set by it`)
  }
  return { mailbox, fields, ...(subject !== undefined && { subject }) }
}

/** `mailto:` and the longest address (RFC 5321 §4.5.3.1). */
const MAX_MAILTO_LENGTH = 7 + 254

/** RFC 5322 §3.4.1: one addr-spec, its local part a dot-atom; of the letters only those a URI has. */
const STRICT =
  /^mailto:([a-z0-9!$'*+=_~-]+(?:\.[a-z0-9!$'*+=_~-]+)*)@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i

/** A mailbox that a peer wrote, without header fields (RFC 6068 §2); undefined for any other text. */
export function strictMailto(text: string): URL | undefined {
  if (text.length > MAX_MAILTO_LENGTH) return undefined
  const [, local = '', domain = ''] = STRICT.exec(text) ?? []
  const address = readAddress(`${local}@${domain}`)
  if (address === undefined) return undefined
  // A domain of numbers is an IP address in another form: the URL class knows them all.
  const asHost = `http://${domain}/`
  if (!URL.canParse(asHost) || isIP(new URL(asHost).hostname) !== 0) return undefined
  return new URL(`mailto:${address}`)
}

/** A domain of other letters has an ASCII form; a local part of other letters has none. */
function asciiMailbox(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  const plain = [...domain].every((letter) => letter <= '\u007f')
  return plain ? text : `${text.slice(0, at + 1)}${domainToASCII(domain)}`
}

function decoded(text: string, to: URL): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    throw refused(to, 'its percent-encoding is broken', error)
  }
}

function hasControls(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)
}

function refused(to: URL, reason: string, cause?: unknown): Undeliverable {
  const shown = to.href.slice(0, 200)
  return new Undeliverable(`${shown} is no address to send to: ${reason}`, {
    permanent: true,
    cause,
  })
}
