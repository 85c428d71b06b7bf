/** Mail addresses: the one strict form this node answers to, and which recipients are its own. */
import { domainToASCII } from 'node:url'
import { mailboxParts, type SenderRule } from '#transport'
import type { AddressEntry, AddressOptions } from './options.js'

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
/** RFC 5321 §4.1.2 without quoted local parts, address literals and anything beyond ASCII. */
const ADDR_SPEC = `(${ATOM}(?:\\.${ATOM})*)@(${LABEL}(?:\\.${LABEL})*)`
const WHOLE = new RegExp(`^${ADDR_SPEC}$`)
/** RFC 5321 §4.5.3.1: characters of an address and of its local part. */
const MAX_ADDRESS_LENGTH = 254
const MAX_LOCAL_PART_LENGTH = 64
/** RFC 5322 §3.4 mailbox: the name that may stand before an address in angle brackets. */
const NAME = /^(?:"[^"\\]*"|[^"()<>[\]:;@\\,]*)$/

/**
 * @returns the address with its domain in lower case, or undefined if the text is not exactly one
 */
export function readAddress(text: string): string | undefined {
  // Before it is matched: a pattern with groups has a stack that a text of megabytes fills.
  if (text.length > MAX_ADDRESS_LENGTH) return undefined
  const [, local = '', domain = ''] = WHOLE.exec(text) ?? []
  if (local === '' || local.length > MAX_LOCAL_PART_LENGTH) return undefined
  return `${local}@${domain.toLowerCase()}`
}

/** Reads an address whose domain is in Unicode, as smtp-server hands it over. */
export function readUnicode(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII, too.
  if (/^[\u0000-\u007f]*$/.test(address)) return readAddress(address)
  return readAddress(`${address.slice(0, at + 1)}${domainToASCII(address.slice(at + 1))}`)
}

/** Reads the value of From or Reply-To: exactly one address, with or without a name; no comment, no group. */
export function readMailbox(value: string): string | undefined {
  const text = value.trim()
  const open = text.lastIndexOf('<')
  if (open === -1 || !text.endsWith('>')) return readAddress(text)
  return NAME.test(text.slice(0, open).trimEnd())
    ? readAddress(text.slice(open + 1, -1))
    : undefined
}

/** The part of an address behind the last `@`, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** The `mailto:` URL of an address that `readAddress` gave. */
export function mailtoOf(address: string): URL {
  return new URL(mailtoTextOf(address))
}

/** The same as text: what is encoded so is as it stands in the URL's `href`. */
export function mailtoTextOf(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`
}

const POSTMASTER = 'postmaster'

/** One of the node's own addresses that a mail is for. */
export interface Recipient {
  /** In lower case, without the token. */
  readonly address: string
  /** Plugin; undefined for the node as a whole. */
  readonly destination: string | undefined
  /** Entry of the configuration that it is found by; `*` is one for any number of addresses. */
  readonly entry: string
  /** What stood behind a `+`: names the message that this one answers. */
  readonly tokens: readonly string[]
  /** True if envelopes in `.xml` files are taken. */
  readonly files: boolean
  /** True if there is something that anybody may call. */
  readonly open: boolean
  readonly senders: readonly SenderRule[]
}

/**
 * One mail is one message for each entry of the configuration, however many addresses of it stand in
 * its envelope: the first of them, with the tokens of all.
 */
export function perEntry(recipients: readonly Recipient[]): readonly Recipient[] {
  const found = new Map<string, Recipient>()
  for (const recipient of recipients) {
    const { entry, tokens } = recipient
    const first = found.get(entry)
    found.set(entry, first ? { ...first, tokens: [...first.tokens, ...tokens] } : recipient)
  }
  return [...found.values()]
}

/** Which address of the node one is, or why it is none. */
type Found = Recipient | 'postmaster' | 'foreign' | 'unknown'

/** Addresses whose answers are kept: a node has fewer, and strangers make up any number. */
const MAX_FOUND = 1000

/** The addresses of this node. */
export class Addresses {
  readonly #domains: ReadonlySet<string>
  readonly #entries: ReadonlyMap<string, AddressEntry>
  readonly #open: ReadonlySet<string>
  readonly #senders: readonly SenderRule[]
  /** What was found for an address: each mail asks for its few addresses several times. */
  readonly #found = new Map<string, Found>()

  constructor({ domains, addresses, plugins, open = [], senders }: AddressOptions) {
    this.#domains = new Set(domains.map((domain) => domain.toLowerCase()))
    this.#entries = new Map([
      ...plugins.map((plugin) => [plugin.toLowerCase(), { plugin }] as const),
      ...Object.entries(addresses).map(([local, entry]) => [local.toLowerCase(), entry] as const),
    ])
    this.#open = new Set(open)
    this.#senders = senders
  }

  /**
   * RFC 5321 §4.5.1: "Any system that includes an SMTP server supporting mail relaying or delivery MUST
   * support the reserved mailbox "postmaster" as a case-insensitive local name." It is none of the
   * addresses for messages, unless the configuration has it by that name.
   *
   * @returns which of the node's addresses that is, or why it is none
   */
  find(address: string): Found {
    const cached = this.#found.get(address)
    if (cached !== undefined) return cached
    const found = this.#look(address)
    if (this.#found.size >= MAX_FOUND) this.#found.clear()
    this.#found.set(address, found)
    return found
  }

  #look(address: string): Found {
    // The same section: 'the special case of "RCPT TO:<Postmaster>" (with no domain specification)'.
    if (address.toLowerCase() === POSTMASTER) {
      return this.#entries.has(POSTMASTER) ? this.find(this.#withDomain(address)) : 'postmaster'
    }
    const { name, tag, domain } = mailboxParts(address)
    if (!this.#domains.has(domain)) return 'foreign'
    // What is quoted says the same in another way, which no entry takes but the one for all others.
    const key = this.#entries.has(name) && !address.startsWith('"') ? name : '*'
    if (name === POSTMASTER && key === '*') return 'postmaster'
    const entry = name === '*' ? undefined : this.#entries.get(key)
    if (!entry) return 'unknown'
    const { plugin } = entry
    return {
      address: `${name}@${domain}`,
      destination: plugin,
      entry: key,
      tokens: tag ? [tag] : [],
      files: entry.files ?? false,
      open: plugin === undefined ? this.#open.size > 0 : this.#open.has(plugin),
      senders: entry.senders ?? this.#senders,
    }
  }

  #withDomain(local: string): string {
    const [domain = ''] = this.#domains
    return `${local}@${domain}`
  }

  isOwn(address: string): boolean {
    return typeof this.find(address) === 'object'
  }

  /**
   * What a message id of this node's says: `<id@domain>` with a domain of its own.
   *
   * @returns the id that the message was sent with, or undefined if it is somebody else's
   */
  ownId(messageId: string): string | undefined {
    const id = messageId.slice(1, -1)
    if (!this.#domains.has(domainOf(id))) return undefined
    const left = id.slice(0, id.lastIndexOf('@'))
    // The sender writes characters that have no place there as `%20`; `%` itself, too.
    return left.replace(/%([0-9A-F]{2})/g, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }
}
