/** A message that a peer has really signed by several signatures, and the pieces of which others are put together. */
import { type KeyObject, randomUUID } from 'node:crypto'
import { SHARED } from '../attempt.js'
import type { Kit } from './letter.js'
import { signed } from './sign.js'
import {
  body,
  entry,
  namespaceOfSoap,
  reference,
  SEC,
  SEC_ID,
  timestamp,
  token,
  tokenReference,
  toToken,
  transform,
  WSA,
  WSSE,
  WSU_ID,
  x509Certificate,
  x509Data,
} from './texts.js'

/** `Time`, `Body`, the local name of an addressing block, or `cid:` of an attachment. */
export type Part = string

export interface Over {
  readonly parts: readonly Part[]
  /** True for one that is over the ds:Signature before it, too. */
  readonly endorses?: boolean
  /** Default: alice's signature. */
  readonly by?: 'bob' | 'mac'
}

export interface ForgeOptions {
  readonly text?: string
  /** Default: now. */
  readonly at?: number
  /** Local names and texts of addressing blocks. */
  readonly addressing?: Readonly<Record<string, string>>
  /** Contents by Content-ID, whose octets are signed as they are. */
  readonly attachments?: Readonly<Record<string, string>>
}

/** A message in pieces: each signature is an element of its own. */
export interface Several {
  readonly kit: Kit
  readonly time: string
  /** Blocks before the security block, where `s` is bound. */
  readonly addressing: string
  /** Of each ds:Signature. */
  readonly signatures: readonly string[]
  readonly body: string
}

const CONTENT_ONLY =
  'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform'
const SEVEN = ['To', 'Action', 'MessageID', 'From', 'ReplyTo', 'FaultTo', 'RelatesTo'] as const

/** The seven blocks that a request may have, and their texts in a new message. */
export const seven = (): Readonly<Record<string, string>> =>
  Object.fromEntries(SEVEN.map((name) => [name, contentOf(name)]))

function contentOf(name: (typeof SEVEN)[number]): string {
  const anonymous = '<wsa:Address>http://www.w3.org/2005/08/addressing/anonymous</wsa:Address>'
  switch (name) {
    case 'To':
      return 'http://www.w3.org/2005/08/addressing/anonymous'
    case 'Action':
      return 'urn:example:marking:Mark'
    case 'MessageID':
    case 'RelatesTo':
      return `urn:uuid:${randomUUID()}`
    case 'From':
    case 'ReplyTo':
    case 'FaultTo':
      return anonymous
  }
}

/** What is signed has ids that no other message has, as they should be. */
export function several(kit: Kit, options: ForgeOptions, signatures: readonly Over[]): Several {
  const { soap, form } = kit
  const { text = 'honest', at = kit.at, addressing = {}, attachments = {} } = options
  const kind = form === 'wss' ? WSU_ID : SEC_ID
  const own = randomUUID()
  const time = timestamp(at, `Time-${own}`)
  const parts = new Map([
    ['Time', time],
    ['Body', body(soap, entry(text), `Body-${own}`, kind)],
  ])
  for (const [name, content] of Object.entries(addressing)) {
    // In the order of prefixes: wsa stands before wsu, and behind sec.
    const declared = [` xmlns:wsa="${WSA}"`, kind.declaration].toSorted().join('')
    const id = kind.attribute(`${name}-${own}`)
    parts.set(name, `<wsa:${name}${declared}${id}>${content}</wsa:${name}>`)
  }
  const made: string[] = []
  for (const [at, { parts: names, endorses, by }] of signatures.entries()) {
    const references = names.map((name) => {
      const content = attachments[name.slice('cid:'.length)]
      if (content !== undefined) return reference(name, content, [transform(CONTENT_ONLY)])
      return reference(`#${name}-${own}`, parts.get(name) ?? '')
    })
    const before = made.at(-1)
    if (endorses && before) references.push(reference(`#Signature-${own}-${at - 1}`, before))
    const [key, keyInfo] = signerOf(kit, by)
    made.push(named(signed(references, key, keyInfo), `Signature-${own}-${at}`))
  }
  return {
    kit,
    time,
    addressing: Object.keys(addressing)
      .map((name) => parts.get(name) ?? '')
      .join(''),
    signatures: made,
    body: parts.get('Body') ?? '',
  }
}

/** With an id, and as its own canonical form: each namespace is declared once, as all else is within its element. */
function named(signature: string, id: string): string {
  const declared = new Set<string>()
  return signature
    .replaceAll(/ xmlns:\w+="[^"]*"/g, (one) => {
      if (declared.has(one)) return ''
      declared.add(one)
      return one
    })
    .replace(/^<ds:Signature xmlns:ds="[^"]*"/, (start) => `${start} Id="${id}"`)
}

function signerOf(
  { alice, bob, form }: Kit,
  by: Over['by'],
): readonly [key: KeyObject, keyInfo: string] {
  if (by === 'mac') return [SHARED, '<ds:KeyName>bob</ds:KeyName>']
  const { key, certificate } = by === 'bob' ? bob : alice
  if (form === 'wss') return [key, tokenReference(toToken(by === 'bob' ? 'His' : 'Token'))]
  return [key, x509Data(x509Certificate(certificate.raw))]
}

export function written({ kit, ...message }: Several): string {
  const { soap, form, alice, bob } = kit
  const tokens = token(alice.certificate.raw) + token(bob.certificate.raw, 'His')
  const entries = message.signatures
    .map((one) => `<sec:Signature xmlns:sec="${SEC}" s:mustUnderstand="1">${one}</sec:Signature>`)
    .join('')
  const blocks =
    form === 'wss'
      ? `<wsse:Security xmlns:wsse="${WSSE}" s:mustUnderstand="1">${tokens}${message.time}${message.signatures.join('')}</wsse:Security>`
      : entries
  return (
    `<s:Envelope xmlns:s="${namespaceOfSoap(soap)}"><s:Header>${message.addressing}${blocks}` +
    `</s:Header>${message.body}</s:Envelope>`
  )
}
